import type { AuditRowFragment, AuditThingPartsFragment } from '../../graphql/generated.ts';
import { audit } from '../../words/en/office/audit.ts';
import type { OfficeId, OfficeWords } from '../../words/officeWords.ts';
import { hashPreview } from '../../words/format.ts';

type Told = NonNullable<AuditRowFragment['told']>;

/** What was done; a code that this version has no words for stands as it is. */
export function didWord({ say }: OfficeWords, action: string): string {
  const id = `did.${action}`;
  return isDid(id) ? say(id) : action;
}

/** Who did it. */
export function actorWord({ say }: OfficeWords, { actor, role }: Pick<Told, 'actor' | 'role'>): string {
  if (actor.id === null) return say(role === 'system' ? 'audit.system' : 'audit.anonymous');
  if (actor.erased) return say('audit.erased');
  const name = actor.name ?? hashPreview(actor.id);
  return actor.kind === 'key' ? say('audit.byKey', { name }) : name;
}

/** To what it was done. */
export function thingWord({ say }: OfficeWords, { kind, id, name, erased }: AuditThingPartsFragment): string {
  const word = `thing.${kind}`;
  const known = isThing(word) ? say(word) : kind;
  const called = erased ? say('audit.erased') : (name ?? hashPreview(id));
  return say('thing.named', { kind: known, name: called });
}

/** The details in one line: names of fields, figures, steps. */
export function detailWords({ say, formatList }: OfficeWords, details: Told['details']): string {
  const values = (name: string) => details.find((detail) => detail.name === name)?.values ?? [];
  const [from] = values('from');
  const [to] = values('to');
  const step = from !== undefined && to !== undefined ? [say('audit.step', { from, to })] : [];
  const others = details.filter(({ name, values: said }) => said.length > 0 && !['from', 'to'].includes(name));
  return [
    ...step,
    ...others.map(({ name, values: said }) => say('audit.detail', { name, values: formatList(said) })),
  ].join('; ');
}

function isDid(id: string): id is Extract<OfficeId, `did.${string}`> {
  return Object.hasOwn(audit, id);
}

function isThing(id: string): id is 'thing.user' | 'thing.lot' {
  return id !== 'thing.named' && Object.hasOwn(audit, id);
}
