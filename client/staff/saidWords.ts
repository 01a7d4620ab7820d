export { saidWord, saidWords } from '../words/saidWords.ts';
