import { describe, expect, it } from 'vitest';
import { pagesOfPdf, textOfPdf } from '../../../tests/support/pdfText.ts';
import type { PublicLotView } from '../../domain/public/publicAnswers.ts';
import { PUBLIC_LOCALES } from '../../domain/public/publicPages.ts';
import { CERTIFICATIONS } from '../../domain/lot/cacao.ts';
import { LOT_LIMITS } from '../../domain/lot/lotInput.ts';
import { STAGES } from '../../domain/lot/stages.ts';
import { certificatePdf, type CertificateContent } from './certificatePdf.ts';

const farmerName = `Žofia Ωμέγα Ольга ${'Ägidius-Škvorecký '.repeat(8)}`.slice(0, LOT_LIMITS.nameLength - 3) + '王小明';
const organisations = [
  `Cooperativa${'W'.repeat(50)}MSP`,
  'Department of Agriculture, Livestock and Registration of Growers MSP',
];

const lot = {
  lotId: `LOT${'W'.repeat(17)}`,
  farmId: 'W'.repeat(LOT_LIMITS.farmIdLength),
  farmerName,
  isAnonymized: false,
  cacaoVariety: 'Trinitario',
  harvestDate: '2026-03-01',
  weight: 9_999.999,
  qualityScore: 87.5,
  latitude: -5.26,
  longitude: 145.74,
  certifications: [...CERTIFICATIONS],
  deforestationStatus: 'No Deforestation',
  statusDecidedBy: 'person',
  statusDecidedOn: '2026-03-03',
  satelliteTimestamp: '2026-03-02T10:00:00.000Z',
  sampleSatelliteData: true,
} as unknown as PublicLotView;

/** Each stage noted three times, as where somebody went back. */
const chain = [...STAGES, ...STAGES, ...STAGES].map((stage, index) => ({
  stage,
  timestamp: `2026-03-${String(index + 1).padStart(2, '0')}T00:00:00.000Z`,
  blockNumber: 1_000_000 + index,
  transactionId: 'ab12'.repeat(16),
  endorsers: organisations.map((organisation) => ({ organisation })),
})) as unknown as CertificateContent['chain'];

describe('a certificate', () => {
  it.each(PUBLIC_LOCALES)(
    'is one page with the longest names and numbers, and nothing cut from them: %s',
    async (locale) => {
      const bytes = await certificatePdf({
        lot,
        erased: [],
        country: 'PG',
        origins: null,
        integrity: {
          state: 'verified',
          message: 'Every field matches the ledger record',
        } as CertificateContent['integrity'],
        chain,
        url: `https://trace.a-cooperative-with-a-long-name.example/verify/${lot.lotId}`,
        ledger: 'embedded',
        at: new Date('2026-11-22T10:00:00Z'),
        issuer: null,
        sample: true,
        locale,
      });
      expect(pagesOfPdf(bytes)).toBe(1);
      const text = textOfPdf(bytes).replace(/\s+/g, '');
      for (const said of [lot.lotId, lot.farmId ?? '', farmerName.slice(0, -3), ...organisations, ...CERTIFICATIONS]) {
        expect(text).toContain(said.replace(/\s+/g, ''));
      }
    },
  );

  it('names each stage once, by the day on which it was first entered', async () => {
    const bytes = await certificatePdf({
      lot,
      erased: [],
      country: null,
      origins: null,
      integrity: { state: 'verified', message: '' } as CertificateContent['integrity'],
      chain,
      url: 'https://trace.example/verify/LOT1',
      ledger: 'embedded',
      at: new Date('2026-11-22T10:00:00Z'),
      issuer: null,
      sample: false,
      locale: 'en-US',
    });
    const lines = textOfPdf(bytes).split('\n');
    expect(lines.filter((line) => line === 'Delivered')).toHaveLength(1);
    expect(lines[lines.indexOf('Delivered') + 1]).toBe('Mar 6, 2026');
  });

  it.each(PUBLIC_LOCALES)(
    'has room for the longest days and whole transaction ids in its journey: %s',
    async (locale) => {
      const longest = STAGES.map((stage, index) => ({
        stage,
        timestamp: `2026-${['09', '10', '11', '12', '02', '08'][index]}-28T00:00:00.000Z`,
        blockNumber: 8_888_888,
        transactionId: 'ab12'.repeat(16),
        endorsers: [],
      })) as unknown as CertificateContent['chain'];
      const bytes = await certificatePdf({
        lot: { ...lot, farmerName: 'Maria Kaupa' },
        erased: [],
        country: null,
        origins: null,
        integrity: { state: 'verified', message: '' } as CertificateContent['integrity'],
        chain: longest,
        url: 'https://trace.example/verify/LOT1',
        ledger: 'embedded',
        at: new Date('2026-11-22T10:00:00Z'),
        issuer: null,
        sample: true,
        locale,
      });
      const text = textOfPdf(bytes);
      expect(text.split('ab12'.repeat(16)).length - 1).toBeGreaterThanOrEqual(STAGES.length);
      expect(text).not.toMatch(/…|\.\.\./);
    },
  );
});
