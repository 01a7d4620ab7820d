import { defineMessage } from './message.ts';

/** What is wrong with a part of the program, or with the worlds outside of it. */
export const HEALTH = {
  publicWorks: defineMessage('health.public_works'),
  databaseAway: defineMessage('health.database_away'),
  diskFull: defineMessage('health.disk_full'),
  replicaLeft: defineMessage('health.replica_left'),
  figuresDiffered: defineMessage('health.figures_differed', { count: 3 }),
  schemaDiffers: defineMessage('health.schema_differs', { count: 3 }),
  ledgerAway: defineMessage('health.ledger_away'),
  satelliteAway: defineMessage('health.satellite_away'),
  filesDamaged: defineMessage('health.files_damaged', {
    count: 2,
    file: 'Hansen_GFC-2025-v1.13_lossyear_00N_140E.tif',
  }),
  queueUnreadable: defineMessage('health.queue_unreadable'),
  eventsRefused: defineMessage('health.events_refused'),
  eventsWait: defineMessage('health.events_wait'),
  jobsUncounted: defineMessage('health.jobs_uncounted'),
  jobsGivenUp: defineMessage('health.jobs_given_up'),
  retentionRefused: defineMessage('health.retention_refused'),
  jobsWait: defineMessage('health.jobs_wait'),
  sealsBroken: defineMessage('health.seals_broken'),
  auditFoundFaults: defineMessage('health.walk_found_faults'),
  auditLate: defineMessage('health.walk_late'),
  auditPutBack: defineMessage('health.walk_put_back'),
  auditIncomplete: defineMessage('health.walk_incomplete'),
};

/** Why a server does not sign a head that another organisation's asks it to sign. */
export const COUNTERSIGNING = {
  unsigned: defineMessage('countersigning.unsigned'),
  ahead: defineMessage('countersigning.ahead'),
  differs: defineMessage('countersigning.differs'),
  otherEnd: defineMessage('countersigning.other_end'),
  noWitness: defineMessage('countersigning.alone'),
};

/** What is wrong with a ledger that answers: in plain words, which anyone may read. */
export const LEDGER = {
  anotherLedger: defineMessage('ledger.another_ledger'),
  headNotSigned: defineMessage('ledger.head_not_signed'),
  headUnkept: defineMessage('ledger.head_unkept'),
  witnessesAway: defineMessage('ledger.witnesses_away', { failing: 1, witnesses: 2 }),
  organisationAway: defineMessage('ledger.organisation_away', { organisation: 'Manam Assurance' }),
  countersignerAway: defineMessage('ledger.countersigner_away', { organisation: 'Manam Assurance' }),
  headRefused: defineMessage('ledger.head_refused', { organisation: 'Manam Assurance', blocks: 95 }),
  endRefused: defineMessage('ledger.end_refused', { organisation: 'Manam Assurance' }),
  otherEnd: defineMessage('ledger.other_end', { blocks: 95 }),
  strangeHead: defineMessage('ledger.strange_head', { organisation: 'Manam Cooperative', blocks: 95 }),
  otherBlocks: defineMessage('ledger.other_blocks', { blocks: 95 }),
  otherBlock: defineMessage('ledger.other_block', { block: 95 }),
  blockMissing: defineMessage('ledger.block_missing', { block: 95 }),
  blocksMissing: defineMessage('ledger.blocks_missing', { first: 95, last: 99 }),
  blockNotLinked: defineMessage('ledger.block_not_linked', { block: 95 }),
  blockNotSigned: defineMessage('ledger.block_not_signed', { block: 95 }),
  treeChanged: defineMessage('ledger.tree_changed'),
};
