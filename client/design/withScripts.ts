/** Hides a control that needs scripts where scripting is off. */
export const WITH_SCRIPTS = { '@media (scripting: none)': { display: 'none' } };
