/** Path of the page that stops mail, before the token. */
export const STOP_PATH = '/mail/stop';
