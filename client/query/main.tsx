import { GraphiQL } from 'graphiql';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import 'graphiql/style.css';
import { keepsOnDevice, localStore } from '../deviceStorage.ts';
import '../design/fonts.css';
import mark from '../design/mark.svg';
import './query.css';
import { fetcher } from './fetcher.ts';
import { themeRules } from './theme.ts';

/** The editors of the page with accessible names; GraphiQL leaves their fields unnamed. */
const NAMES: readonly (readonly [selector: string, name: string])[] = [
  ['.graphiql-query-editor textarea', 'Query'],
  ['.graphiql-editor-tool .graphiql-editor:nth-child(1) textarea', 'Variables'],
  ['.graphiql-editor-tool .graphiql-editor:nth-child(2) textarea', 'Headers'],
  ['.graphiql-response textarea', 'Answer'],
];

/** Names the fields of the editors, including later ones, and lets the Tab key leave them. */
function makeEditorsAccessible(root: HTMLElement): void {
  const name = (): void => {
    for (const [selector, label] of NAMES) {
      for (const field of root.querySelectorAll(`${selector}:not([aria-label])`))
        field.setAttribute('aria-label', label);
    }
  };
  new MutationObserver(name).observe(root, { childList: true, subtree: true });
  // The editors use Tab to indent, which traps keyboard users; while a completion is shown, Tab stays with the editor.
  root.addEventListener(
    'keydown',
    (event) => {
      const inEditor = event.target instanceof HTMLTextAreaElement;
      if (event.key === 'Tab' && inEditor && document.querySelector('.CodeMirror-hints') === null)
        event.stopPropagation();
    },
    { capture: true },
  );
}

/** The page of GET /graphql in a browser: for partners and developers, separate from the application's bundles. */

const FIRST_QUERY = `# Manam-Trace, GraphQL. Ctrl-Enter runs a query;
# the book at the left opens the documentation.

query Health {
  health {
    status
    version
  }
}

# Most fields need a signed-in caller:
#
# mutation SignIn {
#   login(username: "...", password: "...") {
#     ... on Session {
#       accessToken
#       accessTokenExpiresAt
#     }
#     ... on Failure {
#       message
#     }
#   }
# }
#
# Then write into the Headers tab below:
# { "Authorization": "Bearer <accessToken>" }
# Subscriptions use the same headers.
`;

// GraphiQL requires browser storage; where it is forbidden, tabs and settings last as long as the page.
const keeping = keepsOnDevice() ? {} : { storage: { ...localStore, length: 0, clear: () => undefined } };

const root = document.getElementById('root');
if (root === null) throw new Error('query/index.html has no element #root');

makeEditorsAccessible(root);
createRoot(root).render(
  <StrictMode>
    <style>{themeRules()}</style>
    <GraphiQL fetcher={fetcher} defaultQuery={FIRST_QUERY} showPersistHeadersSettings={false} {...keeping}>
      <GraphiQL.Logo>
        <h1>
          <img src={mark} alt="" width="24" height="24" />
          Manam-Trace
        </h1>
      </GraphiQL.Logo>
    </GraphiQL>
  </StrictMode>,
);
