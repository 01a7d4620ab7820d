/** The version in package.json at build time. */
export { version as PROGRAM_VERSION } from '../package.json';
