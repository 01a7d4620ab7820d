import type { AuditRowFragment, AuditThingPartsFragment } from '../../graphql/generated.ts';
import type { OfficeId, OfficeWords } from '../../words/adminMessages.ts';
import { hashPreview } from '../../words/format.ts';
import { hasWords } from '../../words/language.ts';
import { isUuid } from '../../../server/domain/lot/lotId.ts';
import { BY_CLEAR_NAME } from '../../../server/domain/lot/lotTable.ts';
import { isStage } from '../../../server/domain/lot/stages.ts';
import { erasedWord } from '../privacy/erasedWords.ts';

type Told = NonNullable<AuditRowFragment['told']>;

/** Label of an action; an unknown code is shown unchanged. */
export function didWord(words: OfficeWords, action: string): string {
  return wordAt(words, `did.${action}`) ?? action;
}

/** Label of the actor. */
export function actorWord({ say }: OfficeWords, { actor, role }: Pick<Told, 'actor' | 'role'>): string {
  if (actor.id === null) return say(role === 'system' ? 'audit.system' : 'audit.anonymous');
  if (actor.erased) return say('audit.erased');
  const name = actor.name ?? hashPreview(actor.id);
  return actor.kind === 'key' ? say('audit.byKey', { name }) : name;
}

/** Label of the object. */
export function thingWord(words: OfficeWords, { kind, id, name, erased }: AuditThingPartsFragment): string {
  const known = kind === 'named' ? kind : (wordAt(words, `thing.${kind}`) ?? kind);
  const called = erased ? words.say('audit.erased') : (name ?? hashPreview(id));
  return words.say('thing.named', { kind: known, name: called });
}

/** The details as they are stored, with whole ids; null without an id. */
export function exactDetails(details: Told['details']): string | null {
  const withIds = details.filter(({ values }) => values.some(isUuid));
  return withIds.length === 0 ? null : withIds.map(({ name, values }) => `${name}: ${values.join(', ')}`).join('; ');
}

/** The details in one line: field names, figures, steps. Unknown values are shown unchanged. */
export function detailWords(words: OfficeWords, details: Told['details']): string {
  const { say, formatList } = words;
  const values = (name: string) => details.find((detail) => detail.name === name)?.values ?? [];
  const [from] = values('from');
  const [to] = values('to');
  const step =
    from !== undefined && to !== undefined
      ? [say('audit.step', { from: valueWord(words, from), to: valueWord(words, to) })]
      : [];
  const others = details.filter(({ name, values: said }) => said.length > 0 && !['from', 'to'].includes(name));
  return [
    ...step,
    ...others.map(({ name, names: said }) => {
      const wordOf = name === 'fields' ? fieldWord : name === 'filters' ? filterWord : valueWord;
      // A place is stored in several roundings; list it once.
      const texts = [...new Set(said.map((value) => wordOf(words, value)))];
      return say('audit.detail', { name: wordAt(words, `detail.${name}`) ?? name, values: formatList(texts) });
    }),
  ].join('; ');
}

/** Label of a field of a lot (ledger or API name), of an account, or of an erasure's result. */
function fieldWord(words: OfficeWords, name: string): string {
  const field = BY_CLEAR_NAME.get(name) ?? name;
  return wordAt(words, `changed.${field}`) ?? wordAt(words, `label.${field}`) ?? erasedWord(words, field);
}

function filterWord(words: OfficeWords, name: string): string {
  return wordAt(words, `audit.${name}`) ?? name;
}

/** Label of a stage, role, day or figure; of an id without a name its beginning. */
function valueWord(words: OfficeWords, value: string): string {
  if (isStage(value)) return words.say(`stage.${value}`);
  if (isUuid(value)) return hashPreview(value);
  return wordAt(words, `role.${value}`) ?? (/^\d{4}-\d{2}-\d{2}$/.test(value) ? words.formatDate(value) : value);
}

/** Message for a computed id; null if there is none. */
function wordAt({ locale, say }: OfficeWords, id: string): string | null {
  const known = (text: string): text is OfficeId => hasWords(locale, text);
  return known(id) ? say(id) : null;
}
