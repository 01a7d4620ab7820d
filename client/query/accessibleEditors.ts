/** The editors of the page with accessible names; GraphiQL leaves their fields unnamed. */
const NAMES: readonly (readonly [selector: string, name: string])[] = [
  ['.graphiql-query-editor textarea', 'Query'],
  ['.graphiql-editor-tool .graphiql-editor:nth-child(1) textarea', 'Variables'],
  ['.graphiql-editor-tool .graphiql-editor:nth-child(2) textarea', 'Headers'],
  ['.graphiql-response textarea', 'Answer'],
];

/** Names the fields of the editors, including later ones, and lets the Tab key leave them. */
export function makeEditorsAccessible(root: HTMLElement): void {
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
