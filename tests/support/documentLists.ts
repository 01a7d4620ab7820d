/** An item of a list in a document: its label, and its sub-items `Name: value` by name. */
export interface ListItem {
  label: string;
  fields: Record<string, string>;
}

/**
 * The items of the list below a heading of a Markdown document, up to the next heading. Wrapped lines are joined.
 * @throws Error when the document has no such heading
 */
export function readList(text: string, heading: string): ListItem[] {
  const [, rest] = text.split(new RegExp(`^#+ ${heading}$`, 'm'));
  if (rest === undefined) throw new Error(`There is no heading '${heading}'`);
  const section = (rest.split(/^#+ /m)[0] ?? '').replaceAll(/\n +(?![ -])/g, ' ');
  const items: ListItem[] = [];
  for (const line of section.split('\n')) {
    const [, label] = /^- (.+)$/.exec(line) ?? [];
    const [, name = '', value] = /^ {2}- ([^:]+): (.+)$/.exec(line) ?? [];
    const item = items.at(-1);
    if (label !== undefined) items.push({ label: label.replace(/:$/, ''), fields: {} });
    else if (value !== undefined && item !== undefined) item.fields[name] = value;
  }
  return items;
}
