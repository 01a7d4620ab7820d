/** The program's version, as package.json has it when the client is built. */
export { version as PROGRAM_VERSION } from '../package.json';
