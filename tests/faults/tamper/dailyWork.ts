import type { RestAnswer, RestClient } from '../../support/restClient.ts';

interface People {
  admin: { rest: RestClient };
  processor: { rest: RestClient };
  auditor: { rest: RestClient };
}

/**
 * The register of farms, the cooperative's own data, an invitation that is open, and a lot with an alert that two people let
 * be shipped. Each row has an earlier version.
 * @param lotId UUID of a lot with an open alert
 */
export async function tellDailyWork(
  { admin, processor, auditor }: People,
  ok: (call: Promise<RestAnswer>) => Promise<RestAnswer['data']>,
  lotId: string,
): Promise<void> {
  const farm = { farmId: 'FARM009', name: 'Bogia gardens', village: 'Bogia', country: 'PG' };
  await ok(processor.rest.send('POST', '/farms', farm));
  await ok(processor.rest.send('PATCH', '/farms/FARM009', { name: 'Bogia garden' }));
  const own = { name: 'Kaupa Cooperative', address: 'Madang', country: 'PG', eori: '', email: '' };
  await ok(admin.rest.send('PUT', '/cooperative', { ...own, version: 0 }));
  await ok(admin.rest.send('PUT', '/cooperative', { ...own, address: 'Lae', version: 1 }));
  const invited = { name: 'Ana Kerema', role: 'farmer', farmId: 'FARM009' };
  const { invitation } = await ok(admin.rest.send('POST', '/invitations', invited));
  await ok(admin.rest.send('POST', `/invitations/${invitation.id}/renew`, {}));
  const { review } = await ok(processor.rest.send('POST', `/lots/${lotId}/shipping-reviews`, {}));
  await ok(auditor.rest.send('POST', `/shipping-reviews/${review.id}/confirm`, {}));
}
