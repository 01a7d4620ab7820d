/** For a control that does nothing without scripts: it is not shown where the browser runs none. */
export const WITH_SCRIPTS = { '@media (scripting: none)': { display: 'none' } };
