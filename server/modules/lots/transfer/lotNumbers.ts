import { numberedLotId, PLAIN_NUMBERS, type NumberForm } from '../../../domain/lot/lotNumbering.ts';
import { normaliseLotId } from '../../../domain/lot/lotId.ts';
import { REFUSED } from '../../../domain/messages/refusalMessages.ts';
import type { Database } from '../../../platform/database/database.ts';
import { Refused } from '../../../platform/errors/refusal.ts';
import { readNumberForm } from '../../cooperative/numbering.ts';

/** Numbers that are looked up at a time. */
const AT_ONCE = 1_000;

/**
 * Free lot ids for rows that have none: the same row has the same one each time the file is read. Ids that stand further
 * down in the file are known once it was read to its end; `renumber` passes over them.
 */
export class LotNumbers {
  readonly #database: Database;
  readonly #byRow = new Map<number, string>();
  /** ids that rows of the file have of their own */
  readonly #named = new Set<string>();
  #form: NumberForm | null = null;
  #free: number[] = [];
  #from = 1;

  constructor(database: Database) {
    this.#database = database;
  }

  /** @throws Refused conflict when no number is free */
  async of(row: number): Promise<string> {
    const known = this.#byRow.get(row);
    if (known !== undefined) return known;
    this.#form ??= (await readNumberForm(this.#database)) ?? PLAIN_NUMBERS;
    let lotId: string;
    do lotId = await this.#next(this.#form);
    while (this.#named.has(lotId));
    this.#byRow.set(row, lotId);
    return lotId;
  }

  /** Notes an id that a row of the file has. */
  addNamed(lotId: string): void {
    this.#named.add(normaliseLotId(lotId));
  }

  /** Numbers the rows anew: some of the numbers are those of other lots. */
  renumber(): void {
    this.#byRow.clear();
    this.#form = null;
    this.#free = [];
    this.#from = 1;
  }

  async #next(form: NumberForm): Promise<string> {
    if (this.#free.length === 0) {
      this.#free = await freeNumbers(this.#database, form, this.#from, AT_ONCE);
      this.#from = (this.#free.at(-1) ?? mostOf(form)) + 1;
    }
    const number = this.#free.shift();
    if (number === undefined) throw noneFree(form);
    return numberedLotId(form, number);
  }
}

/** The lowest free id of a form. @throws Refused conflict when none is free */
export async function lowestFreeLotId(database: Database, form: NumberForm): Promise<string> {
  const [number] = await freeNumbers(database, form, 1, 1);
  if (number === undefined) throw noneFree(form);
  return numberedLotId(form, number);
}

function mostOf({ digits }: NumberForm): number {
  return 10 ** digits - 1;
}

function noneFree(form: NumberForm): Refused {
  return new Refused({ kind: 'conflict', said: REFUSED.noFreeLotId({ lotId: numberedLotId(form, mostOf(form)) }) });
}

/** Lots take no more numbers than there are lots, so the lowest free ones lie within that many of the first. */
async function freeNumbers(database: Database, form: NumberForm, from: number, limit: number): Promise<number[]> {
  const rows = await database.rows<{ number: number }>(
    `select n as number from generate_series($3::int,
       least($4::int, $3::int + $5::int + (select count(*) from lot where starts_with(lot_id, $1))::int)) n
     where not exists (select 1 from lot l where l.lot_id = $1 || lpad(n::text, $2::int, '0')) order by n limit $5::int`,
    [form.prefix, form.digits, from, mostOf(form), limit],
  );
  return rows.map(({ number }) => number);
}
