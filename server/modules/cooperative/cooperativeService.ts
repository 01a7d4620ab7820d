import { COOPERATIVE_FIELDS, LOGO_LIMITS, type CooperativeInput } from '../../domain/cooperative/cooperativeInput.ts';
import type { PermissionTable } from '../../domain/access/permissions.ts';
import { INPUT } from '../../domain/messages/inputMessages.ts';
import {
  requireGrant,
  requirePerson,
  requireUser,
  type Caller,
  type RequestInfo,
} from '../../platform/access/caller.ts';
import { audit } from '../../platform/audit-log/audit.ts';
import type { Database } from '../../platform/database/database.ts';
import { invalid, Refused } from '../../platform/errors/refusal.ts';
import { detectFileInThread } from '../../platform/files/detectFileInThread.ts';
import { holdLimit } from '../../platform/rate-limits/heldLimit.ts';
import { signRows, verifiedRows } from '../../platform/row-signatures/signedRows.ts';
import { lockCaller } from '../identity/actingAccount.ts';
import { COOPERATIVE_ID, readCooperative, type StoredCooperative } from './issuer.ts';
import { COOPERATIVE_ROWS } from './signedCooperative.ts';

/** The settings of the cooperative, as staff see them. */
export interface CooperativeView {
  /** empty before they were set */
  name: string;
  address: string;
  /** ISO 3166-1 alpha-2; empty before they were set */
  country: string;
  eori: string;
  email: string;
  /** form of new lot ids; empty: LOT and five digits */
  lotNumbers: string;
  /** data address of a PNG or JPEG picture */
  logo: string | null;
  /** 0 before they were set */
  version: number;
  updatedAt: Date | null;
}

type Logo = { bytes: Buffer; type: 'image/png' | 'image/jpeg' };

const UNSET: CooperativeView = {
  name: '',
  address: '',
  country: '',
  eori: '',
  email: '',
  lotNumbers: '',
  logo: null,
  version: 0,
  updatedAt: null,
};

/** Name, address, EORI number and logo of the cooperative (docs/spec/cooperative.md). */
export class CooperativeService {
  readonly #database: Database;
  readonly #permissions: PermissionTable;

  constructor(parts: { database: Database; permissionTable: PermissionTable }) {
    this.#database = parts.database;
    this.#permissions = parts.permissionTable;
  }

  /** @throws Refused unauthenticated */
  async read(caller: Caller): Promise<CooperativeView> {
    requireUser(caller);
    const stored = await readCooperative(this.#database);
    return stored === null ? UNSET : viewOf(stored);
  }

  /**
   * Stores the settings. @throws Refused unauthenticated; forbidden, also for every partner key; invalid (no such
   * picture), stale-version
   */
  async update(caller: Caller, given: CooperativeInput, info: RequestInfo): Promise<CooperativeView> {
    const person = requirePerson(caller);
    requireGrant(this.#permissions, caller, 'manage_cooperative');
    // Judged before the transaction: it takes a thread.
    const logo = given.logo === undefined || given.logo === null ? given.logo : await judgedLogo(given.logo);
    const updatedAt = new Date();
    await this.#database.write(async (em) => {
      await lockCaller(em, person);
      await holdLimit(em, 'cooperative');
      const [stored]: (Record<(typeof COOPERATIVE_FIELDS)[number], string> & { version: number })[] = await em.execute(
        'select name, address, country, eori, email, lot_numbers as "lotNumbers", version from cooperative where id = ? for update',
        [COOPERATIVE_ID],
      );
      // One that was changed outside of the program counts as unset, and is written over with all that is given.
      const isWhole = (await verifiedRows(em, COOPERATIVE_ROWS, [COOPERATIVE_ID])).has(COOPERATIVE_ID);
      const before = isWhole ? stored : undefined;
      const currentVersion = before?.version ?? 0;
      if (given.version !== currentVersion) {
        throw new Refused({ kind: 'stale-version', currentVersion, of: 'cooperative' });
      }
      const version = (stored?.version ?? 0) + 1;
      const keepsLogo = logo === undefined && isWhole;
      const values = [...COOPERATIVE_FIELDS.map((field) => given[field]), logo?.bytes ?? null, logo?.type ?? null];
      await em.execute(
        `insert into cooperative as c (id, name, address, country, eori, email, lot_numbers, logo, logo_type, version, updated_at)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
         on conflict (id) do update set name = excluded.name, address = excluded.address, country = excluded.country,
           eori = excluded.eori, email = excluded.email, lot_numbers = excluded.lot_numbers, version = excluded.version, updated_at = excluded.updated_at,
           logo = case when ? then c.logo else excluded.logo end,
           logo_type = case when ? then c.logo_type else excluded.logo_type end`,
        [COOPERATIVE_ID, ...values, version, updatedAt, keepsLogo, keepsLogo],
      );
      await signRows(em, COOPERATIVE_ROWS, [COOPERATIVE_ID]);
      const fields = [
        ...COOPERATIVE_FIELDS.filter((field) => given[field] !== (before?.[field] ?? '')),
        ...(logo === undefined ? [] : ['logo']),
      ];
      const target = { kind: 'cooperative', id: COOPERATIVE_ID };
      await audit(em, { caller: person, action: 'cooperative.changed', target, info, details: { version, fields } });
    });
    return this.read(person);
  }
}

/** The picture of a text in base64, without metadata. @throws Refused invalid */
async function judgedLogo(text: string): Promise<Logo> {
  const bytes = Buffer.from(text, 'base64');
  const judged = bytes.length === 0 || bytes.length > LOGO_LIMITS.bytes ? null : await detectFileInThread(bytes);
  if (judged?.type === 'image/jpeg') return { bytes: judged.bytes, type: judged.type };
  // Its pixels are unpacked for each paper; those of a JPEG are not.
  if (judged?.type === 'image/png' && isSmallPng(judged.bytes)) return { bytes: judged.bytes, type: judged.type };
  const { bytes: most, pixels } = LOGO_LIMITS;
  throw invalid({ field: 'logo', said: INPUT.logo({ kilobytes: most / 1_000, pixels }) });
}

/** Width and height stand in the first chunk of a PNG. */
function isSmallPng(bytes: Buffer): boolean {
  return bytes.readUInt32BE(16) <= LOGO_LIMITS.pixels && bytes.readUInt32BE(20) <= LOGO_LIMITS.pixels;
}

function viewOf({ logo, logoType, ...stored }: StoredCooperative): CooperativeView {
  return {
    ...stored,
    logo: logo === null || logoType === null ? null : `data:${logoType};base64,${logo.toString('base64')}`,
  };
}
