import { membersOf, type JsonSchema } from './jsonSchema.ts';
import type { OpenApiDocument, Operation, Parameter } from './openApiDocument.ts';

/** The product's type and colors, which the client says in client/design/colors.ts; a test holds these to those. */
const STYLE = `
  @font-face {
    font-family: 'Inter Variable'; font-display: swap; font-weight: 100 900;
    src: url('/inter.woff2') format('woff2-variations');
  }
  :root {
    color-scheme: light dark;
    --ink: light-dark(#2a201a, #f2ebe3); --paper: light-dark(#faf7f2, #181310); --line: light-dark(#e0d7ca, #3b322b);
    --raised: light-dark(#ffffff, #211b17); --sunken: light-dark(#f2ede4, #110d0b); --accent: light-dark(#5b3a29, #dfb397);
    --muted: light-dark(#665a50, #b9ab9e); --focus: light-dark(#1d5f8a, #8cc4ea);
  }
  body {
    margin: 0; background: var(--paper); color: var(--ink);
    font: 1rem/1.55 'Inter Variable', system-ui, sans-serif;
  }
  :focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
  .product { display: flex; gap: 0.75rem; align-items: center; }
  .product a { display: flex; gap: 0.5rem; align-items: center; color: inherit; font-weight: 600; text-decoration: none; }
  .skip { position: absolute; left: -999rem; }
  .skip:focus { left: 1rem; top: 1rem; background: var(--raised); padding: 0.5rem 1rem; }
  header, main, nav { max-width: 68rem; margin: 0 auto; padding: 1rem 1.25rem; }
  h1 { margin: 1rem 0 0; font-size: 1.75rem; line-height: 1.2; }
  h2 { margin-top: 3rem; border-bottom: 1px solid var(--line); text-transform: capitalize; }
  h3 { margin: 2rem 0 0.25rem; font-size: 1.05rem; font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
  a { color: var(--accent); }
  nav ul { columns: 16rem; padding-left: 1.1rem; }
  .method { display: inline-block; min-width: 4rem; color: var(--accent); }
  .tables { overflow-x: auto; }
  table { border-collapse: collapse; margin: 0.5rem 0 1rem; min-width: 20rem; }
  caption { text-align: left; font-weight: 600; padding: 0.25rem 0; }
  th, td { border: 1px solid var(--line); padding: 0.3rem 0.6rem; text-align: left; vertical-align: top; }
  thead th { background: var(--sunken); }
  caption { color: var(--muted); }
  tbody th, code { font-family: ui-monospace, monospace; font-weight: 400; font-size: 0.9em; }
  pre { background: var(--raised); border: 1px solid var(--line); border-radius: 0.5rem; padding: 0.75rem; overflow-x: auto; font-size: 0.85rem; }
  summary { cursor: pointer; }
`;

/** The document as one page of HTML: no script, nothing from elsewhere, readable without style. */
export function documentPage(document: OpenApiDocument): string {
  const calls = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const sections = [...new Set(calls.map(({ operation }) => operation.tags[0] ?? ''))].sort();
  const { schemas } = document.components;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/mark.svg" type="image/svg+xml">
<title>${text(document.info.title)} REST interface</title>
<style>${STYLE}</style>
</head>
<body>
<a class="skip" href="#calls">Skip to the calls</a>
<header>
<p class="product"><a href="/"><img src="/mark.svg" alt="" width="32" height="32">${text(document.info.title)}</a></p>
<h1>${text(document.info.title)} REST interface</h1>
<p>Version ${text(document.info.version)}, under <code>${text(document.servers[0]?.url ?? '')}</code>. For programs:
<a href="openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<p>${prose(document.info.description)}</p>
</header>
<nav aria-label="Sections">
<ul>
${sections.map((name) => `<li><a href="#${anchor(name)}">${text(name)}</a></li>`).join('\n')}
<li><a href="#schemas">schemas</a></li>
</ul>
</nav>
<main id="calls">
${sections
  .map(
    (name) => `<section aria-labelledby="${anchor(name)}">
<h2 id="${anchor(name)}">${text(name)}</h2>
${calls
  .filter(({ operation }) => operation.tags[0] === name)
  .map(({ path, method, operation }) => call(path, method, operation))
  .join('\n')}
</section>`,
  )
  .join('\n')}
<section aria-labelledby="schemas">
<h2 id="schemas">schemas</h2>
${Object.entries(schemas)
  .map(([name, schema]) => `<h3 id="schema-${anchor(name)}">${text(name)}</h3>\n${json(schema)}`)
  .join('\n')}
</section>
</main>
</body>
</html>
`;
}

function call(path: string, method: string, operation: Operation): string {
  const id = anchor(operation.operationId);
  const access = operation.security.length > 0 ? 'Needs a bearer token.' : 'No sign-in needed.';
  const description = operation.description === undefined ? '' : `<p>${prose(operation.description)}</p>`;
  return `<article aria-labelledby="${id}">
<h3 id="${id}"><span class="method">${text(method)}</span> ${text(path)}</h3>
<p>${prose(operation.summary)}. ${access}</p>
${description}
${parameters(`${method} ${path}`, operation.parameters)}
${content('Body', operation.requestBody)}
${responses(operation)}
</article>`;
}

function parameters(of: string, given: readonly Parameter[]): string {
  if (given.length === 0) return '';
  const rows = given.map(
    ({ name, in: place, required, description, schema }) =>
      `<tr><th scope="row">${text(name)}</th><td>${place}${required ? ', required' : ''}</td><td>${values(schema)}</td>
<td>${prose(description ?? '')}</td></tr>`,
  );
  return table('Parameters', of, ['Name', 'Where', 'Values', 'Meaning'], rows);
}

function responses(operation: Operation): string {
  const done = Object.entries(operation.responses).find(([status]) => status.startsWith('2'));
  const statuses = Object.keys(operation.responses).filter((status) => !status.startsWith('2'));
  return `${done === undefined ? '' : content(`Answer (${done[0]})`, done[1])}
<p>Failures: ${statuses.map((status) => `<code>${text(status)}</code>`).join(', ')}</p>`;
}

function content(title: string, described: JsonSchema | undefined): string {
  const types = Object.entries(membersOf(described?.content));
  return types
    .map(([type, value]) => {
      const schema = membersOf(membersOf(value).schema);
      const shown = membersOf(schema.properties).data ?? schema;
      return `<details><summary>${text(title)}: <code>${text(type)}</code></summary>\n${json(shown)}</details>`;
    })
    .join('\n');
}

/** What a parameter takes, in a few words. */
function values(schema: JsonSchema): string {
  const preset = schema.default === undefined ? '' : text(`; default ${String(schema.default)}`);
  if (Array.isArray(schema.enum)) {
    return schema.enum.map((one) => `<code>${text(String(one))}</code>`).join(', ') + preset;
  }
  const { type, format, minimum, maximum, maxLength } = schema;
  const range =
    typeof minimum === 'number' && typeof maximum === 'number'
      ? `, ${minimum} to ${maximum}`
      : typeof maxLength === 'number'
        ? `, at most ${maxLength} characters`
        : '';
  return text(`${String(type ?? 'any')}${typeof format === 'string' ? ` (${format})` : ''}${range}`) + preset;
}

/** @param of what it is a table of: no two regions of a page have one name */
function table(caption: string, of: string, head: readonly string[], rows: readonly string[]): string {
  return `<div class="tables" role="region" aria-label="${text(`${caption} of ${of}`)}" tabindex="0"><table><caption>${caption}</caption>
<thead><tr>${head.map((one) => `<th scope="col">${one}</th>`).join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div>`;
}

function json(value: unknown): string {
  return `<pre tabindex="0"><code>${text(JSON.stringify(value, null, 2))}</code></pre>`;
}

/** Text with its `code` marked. */
function prose(written: string): string {
  return text(written).replace(/`([^`]+)`/g, '<code>$1</code>');
}

function text(raw: string): string {
  return raw.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function anchor(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}
