import { AUDITED } from '../../platform/audit-log/auditFacts.ts';
import { BUYER_LINK_TARGETS, CONSIGNMENT_IDS, CONSIGNMENT_LOTS } from '../consignments/consignmentViews.ts';
import { DOCUMENT_FARMS } from '../due-diligence/dueDiligenceErasure.ts';
import { ALL_LOTS } from '../lots/lotViews.ts';
import { ALL_PARTIES } from '../parties/partyViews.ts';
import { STATEMENT_IDS, STATEMENT_PACKAGES, STATEMENTS_AT_REGISTRY } from '../statements/statementViews.ts';
import { LOT_ORIGINS } from '../transformations/originViews.ts';

/**
 * Every way in which data of a consignment is handed to its buyer, or filed. SQL of `consignment_id`, `at`, `way` and
 * `documents`, the UUIDs of the documents that went with it.
 */
const HAND_OVERS: readonly string[] = [
  // Papers that staff downloaded, to hand them on.
  `select a.target_id::uuid as consignment_id, a.at, 'papers' as way, '{}'::uuid[] as documents from ${AUDITED} a
   where a.action = 'consignment.papers-read' and a.target_kind = 'consignment'`,
  // A link that the buyer opened.
  `select k.consignment_id, a.at, 'link', '{}'::uuid[] from ${AUDITED} a
   join ${BUYER_LINK_TARGETS} k on k.id::text = a.target_id where a.action = 'buyer-link.used' and a.target_kind = 'buyer-link'`,
  // A package that was made for the importer.
  `select s.consignment_id, p.made_at, 'package', p.documents::uuid[] from ${STATEMENT_PACKAGES} p
   join ${STATEMENT_IDS} s on s.id = p.statement_id`,
  // A statement with the plots that was filed with the EU. Parts of a split one are filed as one.
  `select f.consignment_id, min(f.submitted_at), 'filing', '{}'::uuid[] from ${STATEMENTS_AT_REGISTRY} f
   group by f.consignment_id, coalesce(f.group_id, f.id)`,
];

/**
 * The receipt for data of a farm: which of its lots, plots and documents went to which buyer, or to the EU with the
 * name, how, when first and last, and how often. `?`: the farm, which is not empty, three times
 */
export const DATA_HANDED_OVER = `with held as (
    select h.consignment_id, o.lot_id, o.plots from ${ALL_LOTS} o join ${CONSIGNMENT_LOTS} h on h.lot_id = o.id
      where o.farm_id = ?
    union select h.consignment_id, o.lot_id, o.plots from ${ALL_LOTS} o join ${LOT_ORIGINS} g on g.origin_id = o.id
      join ${CONSIGNMENT_LOTS} h on h.lot_id = g.lot_id where o.farm_id = ?),
  things as (
    select held.consignment_id, array_agg(distinct held.lot_id order by held.lot_id) as lots,
      coalesce(array_agg(distinct split_part(ref, '/', 1)) filter (where ref is not null), '{}') as plots
    from held left join lateral unnest(held.plots) ref on true group by held.consignment_id),
  given as (${HAND_OVERS.join(' union all ')}),
  sums as (
    select given.consignment_id, given.way, min(given.at) as first, max(given.at) as last, count(*)::int as times,
      array_agg(distinct d.id) filter (where d.id is not null) as documents
    from given join things using (consignment_id)
      left join ${DOCUMENT_FARMS} d on d.id = any(given.documents) and d.farm_id = ?
    group by given.consignment_id, given.way)
  select c.number as consignment, case when sums.way = 'filing' then 'EU Information System' else nullif(b.name, '') end as recipient,
    sums.way, sums.first as "firstAt", sums.last as "lastAt", sums.times,
    things.lots, things.plots, coalesce(sums.documents, '{}') as documents
  from sums join things using (consignment_id) join ${CONSIGNMENT_IDS} c on c.id = sums.consignment_id
    join ${ALL_PARTIES} b on b.id = c.buyer_id
  order by sums.first, c.number, sums.way`;
