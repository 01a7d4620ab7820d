/** Makes the package of a statement. */
export const PACKAGE_TASK = 'statement-package';
/** Sends one statement to the registry. */
export const FILE_TASK = 'statement-file';
/** Asks the registry for the numbers of all statements that are due. */
export const ASK_TASK = 'statement-ask';
/** Each minute: queues the one above if anything is due. */
export const POLL_TASK = 'statement-poll';
