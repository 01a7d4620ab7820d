import { describe, expect, it } from 'vitest';
import { RegistryAway } from '../../domain/statement/dueDiligenceRegistry.ts';
import { readRecords, readTracesAnswer, readUuid, readVerdict } from './tracesAnswers.ts';

const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';
const envelope = (body: string): string => `<S:Envelope xmlns:S="${SOAP}"><S:Body>${body}</S:Body></S:Envelope>`;
const fault = (message: string, detail = ''): string =>
  envelope(`<S:Fault><faultcode>S:Server</faultcode><faultstring>${message}</faultstring>
    <detail>${detail}</detail></S:Fault>`);
const read = (text: string, status = 200) => readTracesAnswer({ status, text }, 'GetDdsResponse');

function recordsOf(inner: string) {
  const reading = read(envelope(`<d:GetDdsResponse>${inner}</d:GetDdsResponse>`));
  if (reading.kind !== 'answered') throw new Error('It is an answer.');
  return () => readRecords(reading.answer);
}
const overview = (fields: string): string => `<d:ddsOverviewList>${fields}</d:ddsOverviewList>`;
const UUID = '071874bd-8c62-4cac-8eb6-b2fbe003410c';

describe('a fault', () => {
  it.each<[string, string, unknown]>([
    [
      'of the rules, in the form of the schema',
      fault(
        'Business rules',
        `<s:BusinessRulesValidationException><e:Error><e:ID>EUDR_API_NO_DDS</e:ID><e:Message>No DDS</e:Message>
        <e:Field>uuid</e:Field></e:Error><e:Error><e:ID>B</e:ID><e:Message>b &amp; c</e:Message><e:Field/></e:Error>
        </s:BusinessRulesValidationException>`,
      ),
      [
        { code: 'EUDR_API_NO_DDS', message: 'No DDS (uuid)' },
        { code: 'B', message: 'b & c' },
      ],
    ],
    [
      'of the rules, in the form of the documents',
      fault(
        'Business rules',
        `<s:BusinessRulesValidationException><errors><error><field>referenceNumber</field>
        <message>Invalid</message></error></errors></s:BusinessRulesValidationException>`,
      ),
      [{ code: null, message: 'Invalid (referenceNumber)' }],
    ],
    [
      'of rights',
      fault('Permission denied', '<s:PermissionDeniedException><message>No</message></s:PermissionDeniedException>'),
      [{ code: null, message: 'Permission denied' }],
    ],
    [
      'of the schema',
      fault('com.sun.istack.SAXParseException2; cvc-maxLength-valid: too long.\ncvc-maxLength-valid: too long.'),
      [{ code: null, message: 'cvc-maxLength-valid: too long.' }],
    ],
  ])('%s is a refusal', (_, text, faults) => {
    expect(read(text, 500)).toEqual({ kind: 'refused', faults });
  });

  it('of something that is not there is told as that', () => {
    expect(read(fault('Data not found.', '<s:NotFoundException/>'), 500)).toEqual({ kind: 'not_found' });
  });

  it.each([fault('UnauthenticatedException'), fault('Message expired'), fault('x', '<s:ServiceFault/>')])(
    'of another kind may pass: %s',
    (text) => {
      expect(() => read(text, 500)).toThrow(RegistryAway);
    },
  );
});

describe('what is no answer', () => {
  it.each([
    ['a page', '<html><body>Down</body></html>', 500],
    ['no XML', 'Down', 503],
    ['half of one', envelope('<a/>').slice(0, -5), 200],
    ['another answer', envelope('<d:SubmitDdsResponse/>'), 200],
    ['an answer with another status', envelope('<d:GetDdsResponse/>'), 202],
    ['one with a document type', `<!DOCTYPE a [<!ENTITY b "c">]>${envelope('<d:GetDdsResponse/>')}`, 200],
    ['one with an entity of its own', envelope('<d:GetDdsResponse>&b;</d:GetDdsResponse>'), 200],
    ['one that is nested too deeply', `${'<a>'.repeat(200_000)}${'</a>'.repeat(200_000)}`, 200],
  ])('is away: %s', (_, text, status) => {
    expect(() => read(text, status)).toThrow(RegistryAway);
  });
});

describe('statements', () => {
  it('are read with and without numbers', () => {
    const first = `<c:uuid>${UUID.toUpperCase()}</c:uuid><c:internalReferenceNumber>A</c:internalReferenceNumber>
      <c:status>SUBMITTED</c:status><c:new>field</c:new>`;
    const second = `<c:uuid>${UUID}</c:uuid><c:internalReferenceNumber>B</c:internalReferenceNumber>
      <c:referenceNumber>26BE7XTVCZAQ2S</c:referenceNumber><c:verificationNumber>SFFCB4Y3</c:verificationNumber>
      <c:status>REJECTED</c:status><c:rejectionReason>Why</c:rejectionReason>`;
    const none = { referenceNumber: null, verificationNumber: null, rejectionReason: null };
    expect(recordsOf(overview(first) + overview(second))()).toEqual([
      { uuid: UUID, internalReference: 'A', status: 'SUBMITTED', ...none },
      {
        uuid: UUID,
        internalReference: 'B',
        status: 'REJECTED',
        referenceNumber: '26BE7XTVCZAQ2S',
        verificationNumber: 'SFFCB4Y3',
        rejectionReason: 'Why',
      },
    ]);
    expect(recordsOf('')()).toEqual([]);
  });

  it('in a state that nobody knows are read beside the others; without a state they are no answer', () => {
    const fields = `<c:uuid>${UUID}</c:uuid><c:internalReferenceNumber>A</c:internalReferenceNumber>`;
    const [known, other] = ['AVAILABLE', 'SUSPENDED'].map((status) =>
      overview(`${fields}<c:status>${status}</c:status>`),
    );
    expect(recordsOf(`${other}${known}`)()).toMatchObject([{ uuid: UUID, status: 'OTHER' }, { status: 'AVAILABLE' }]);
    expect(recordsOf(overview(fields))).toThrow(RegistryAway);
  });

  it('without an identifier, and verdicts of another kind, are no answer', () => {
    const reading = read(envelope('<d:GetDdsResponse><d:uuid>1</d:uuid><d:result>MAYBE</d:result></d:GetDdsResponse>'));
    if (reading.kind !== 'answered') throw new Error('It is an answer.');
    expect(() => readUuid(reading.answer)).toThrow(RegistryAway);
    expect(() => readVerdict(reading.answer)).toThrow(RegistryAway);
  });
});

it('a statement that is too large is refused', () => {
  expect(read('Too large', 413)).toMatchObject({ kind: 'refused', faults: [{ code: null }] });
});
