/** Where the page stands that stops mails, before the token. */
export const STOP_PATH = '/mail/stop';
