import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';
import { describe, expect, it } from 'vitest';
import { INPUT } from '../../server/domain/messages/inputMessages.ts';
import { REFUSED, REQUEST } from '../../server/domain/messages/refusalMessages.ts';
import { staffWordsIn } from '../words/staffWords.ts';
import { clientErrorOf, isUnauthenticated, errorMessage } from './messages.ts';

const words = staffWordsIn();

const graphQL = (code: string | undefined, message = 'said by the server') =>
  new CombinedGraphQLErrors({ errors: [{ message, extensions: code === undefined ? {} : { code } }] });

const answered = (status: number, bodyText = '') =>
  new ServerError('Response not successful', { response: new Response(null, { status }), bodyText });

describe('the message of a failed request', () => {
  it.each<[string, unknown, string]>([
    [
      'no answer',
      new TypeError('Failed to fetch'),
      'Unable to connect to server. Please check your internet connection.',
    ],
    [
      'a timeout',
      Object.assign(new Error('Timeout has occurred'), { name: 'TimeoutError' }),
      'The request took too long to complete. Please try again.',
    ],
    ['400 without a body', answered(400), 'Invalid request. Please check your input and try again.'],
    ['bad input', graphQL('BAD_USER_INPUT', 'Weight must be a positive number'), 'Weight must be a positive number'],
    ['401', answered(401), 'You are not authorized to perform this action. Please log in again.'],
    [
      'UNAUTHENTICATED',
      graphQL('UNAUTHENTICATED'),
      'You are not authorized to perform this action. Please log in again.',
    ],
    ['403', answered(403), 'You do not have permission to perform this action.'],
    ['FORBIDDEN', graphQL('FORBIDDEN'), 'You do not have permission to perform this action.'],
    ['404', answered(404), 'The requested resource was not found.'],
    ['429', answered(429), 'Too many requests. Please wait a moment and try again.'],
    ['TOO_MANY_REQUESTS', graphQL('TOO_MANY_REQUESTS'), 'Too many requests. Please wait a moment and try again.'],
    ['QUERY_TOO_COMPLEX', graphQL('QUERY_TOO_COMPLEX'), 'Invalid request. Please check your input and try again.'],
    ['500', answered(500), 'A server error occurred. Please try again later.'],
    ['INTERNAL_SERVER_ERROR', graphQL('INTERNAL_SERVER_ERROR'), 'A server error occurred. Please try again later.'],
    ['501', answered(501), 'A server error occurred. Please try again later.'],
    ['502', answered(502), 'Service temporarily unavailable. Please try again later.'],
    ['503', answered(503), 'Service temporarily unavailable. Please try again later.'],
    ['an error of our own', new Error('Something local'), 'Something local'],
    ['nothing that can be read', 'odd', 'An unexpected error occurred.'],
    ['an unknown code', graphQL('SOMETHING_NEW', 'Cannot query field "x"'), 'An unexpected error occurred.'],
  ])('for %s', (_what, error, message) => {
    expect(errorMessage(words, error)).toBe(message);
  });

  it('reads GraphQL errors that came with an HTTP failure', () => {
    const body = JSON.stringify({ errors: [{ message: 'Too heavy', extensions: { code: 'BAD_USER_INPUT' } }] });
    expect(errorMessage(words, answered(400, body))).toBe('Too heavy');
  });

  describe('goes by what is said, not by its text', () => {
    const refused = (code: string, said: object, details?: object[]) =>
      new CombinedGraphQLErrors({ errors: [{ message: 'as the server has it', extensions: { code, said, details } }] });
    const unsaid = { text: 'as the server has it' };

    it.each<[string, unknown, string, number]>([
      [
        'the first field of wrong input',
        refused('BAD_USER_INPUT', { ...REFUSED.invalid({ fields: ['weight'], first: '' }), ...unsaid }, [
          { field: 'weight', message: '', said: { ...INPUT.notPositive({ field: 'weight' }), ...unsaid } },
        ]),
        'Weight must be a positive number',
        400,
      ],
      [
        'a refusal',
        refused('BAD_USER_INPUT', { ...REFUSED.lotIdTaken({ lotId: 'LOT701' }), ...unsaid }),
        'Lot ID LOT701 is already taken',
        400,
      ],
      [
        'a code of a later version: the text of the server',
        refused('BAD_USER_INPUT', { code: 'later.news', values: {}, ...unsaid }),
        'as the server has it',
        400,
      ],
      [
        'a ledger that does not answer',
        refused('INTERNAL_SERVER_ERROR', { ...REQUEST.ledgerAway({}), ...unsaid }),
        'Service temporarily unavailable. Please try again later.',
        503,
      ],
      [
        'any other fault of the server',
        refused('INTERNAL_SERVER_ERROR', { ...REQUEST.serverError({}), ...unsaid }),
        'A server error occurred. Please try again later.',
        500,
      ],
    ])('%s', (_what, error, message, statusCode) => {
      expect(clientErrorOf(words, error)).toMatchObject({ message, statusCode });
    });
  });

  it('says what was tried when nothing better is known', () => {
    expect(errorMessage(words, graphQL(undefined), 'Failed to fetch lots')).toBe('Failed to fetch lots');
  });

  it('has the shape of the catalogue', () => {
    expect(clientErrorOf(words, new TypeError('Failed to fetch'))).toEqual({
      error: 'Network error',
      message: 'Unable to connect to server. Please check your internet connection.',
      statusCode: null,
    });
    expect(clientErrorOf(words, graphQL('FORBIDDEN'))).toMatchObject({ error: 'Forbidden', statusCode: 403 });
    expect(clientErrorOf(words, new Error('Bad setup'))).toEqual({
      error: 'Request error',
      message: 'Bad setup',
      statusCode: null,
    });
  });
});

describe('a refused access token', () => {
  it.each<[string, unknown, boolean]>([
    ['by its code', graphQL('UNAUTHENTICATED'), true],
    ['by its status', answered(401), true],
    [
      'by the code in a failed answer',
      answered(400, JSON.stringify({ errors: [{ message: 'x', extensions: { code: 'UNAUTHENTICATED' } }] })),
      true,
    ],
    ['not a missing right', graphQL('FORBIDDEN'), false],
    ['not a dead line', new TypeError('Failed to fetch'), false],
  ])('is known %s', (_how, error, expected) => {
    expect(isUnauthenticated(error)).toBe(expected);
  });
});
