import { Field, Float, Int, ObjectType } from 'type-graphql';
import type { EvidenceGap, WindowPixels } from '../domain/evidencePicture.ts';
import type { CheckConclusion } from '../domain/forest.ts';
import type { CocoaRisk } from '../domain/convergence.ts';
import type { SourceAnswer } from '../domain/forestSources.ts';
import { CheckConclusionEnum, CocoaRiskEnum, EvidenceGapEnum } from '../graphql/enums.ts';
import { SaidType } from '../graphql/saidType.ts';
import { DateTime } from '../graphql/scalars.ts';
import type { LotEvidenceView } from './lotEvidence.ts';

@ObjectType({ description: 'The pixels of a window, row by row from the north-west corner' })
export class EvidencePixels implements WindowPixels {
  @Field(() => Int, { description: 'Pixels from west to east' })
  width!: number;

  @Field(() => Int, { description: 'Pixels from north to south' })
  height!: number;

  @Field(() => [Int], { description: 'Years since 2000 in which the trees were lost; 0 for none' })
  lossYear!: number[];

  @Field(() => [Int], { description: 'Tree canopy cover in 2000, percent' })
  treeCover2000!: number[];

  @Field(() => [Int], { description: '0 no data, 1 land, 2 water' })
  dataMask!: number[];
}

@ObjectType('EvidenceSource', { description: 'What one of several sources says of a place by itself' })
export class EvidenceSourceType implements SourceAnswer {
  @Field(() => String, { description: "'hansen' or 'gfw'" })
  driver!: string;

  @Field(() => String, { nullable: true, description: 'Name of the dataset; null when nothing could be read' })
  dataset!: string | null;

  @Field(() => String, { nullable: true, description: 'Its version' })
  datasetVersion!: string | null;

  @Field(() => CheckConclusionEnum, { description: 'What it came to by itself' })
  conclusion!: CheckConclusion;

  @Field(() => SaidType, { nullable: true, description: 'Why it could not conclude' })
  reason!: SaidType | null;
}

@ObjectType('LotEvidence', {
  description:
    'The newest satellite check of a lot and what it read, as it was stored. All of it is null, but gap, where the record of the lot ' +
    'differs from the ledger',
})
export class LotEvidenceType implements LotEvidenceView {
  @Field(() => DateTime, { nullable: true, description: 'When the check ended' })
  checkedAt!: string | null;

  @Field(() => CheckConclusionEnum, { nullable: true, description: 'What it came to' })
  conclusion!: CheckConclusion | null;

  @Field(() => String, { nullable: true, description: "Where it was read: 'hansen', 'gfw', 'hansen+gfw' or 'sample'" })
  driver!: string | null;

  @Field(() => Boolean, { nullable: true, description: 'The data is made up for demonstration' })
  sample!: boolean | null;

  @Field(() => String, { nullable: true, description: 'Name of the dataset; null when nothing was read' })
  dataset!: string | null;

  @Field(() => String, { nullable: true, description: 'Its version' })
  datasetVersion!: string | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Of the place that was checked, degrees; the lot may lie elsewhere now. Null once erased',
  })
  latitude!: number | null;

  @Field(() => Float, { nullable: true, description: 'The same' })
  longitude!: number | null;

  @Field(() => [Float], { nullable: true, description: '[west, south, east, north], degrees' })
  window!: LotEvidenceView['window'];

  @Field(() => String, { nullable: true, description: "'high', 'medium' or 'low'" })
  confidence!: LotEvidenceView['confidence'];

  @Field(() => Int, { nullable: true, description: 'Mean canopy cover in 2000, whole percent' })
  treeCover2000!: number | null;

  @Field(() => Int, { nullable: true, description: 'Pixels with tree cover loss after 31 December 2020' })
  lossPixelsAfterCutoff!: number | null;

  @Field(() => [Int], { nullable: true, description: 'Years of that loss' })
  lossYears!: number[] | null;

  @Field(() => String, { nullable: true, description: 'SHA-256 of everything that was read, hex; null once erased' })
  evidenceHash!: string | null;

  @Field(() => CocoaRiskEnum, {
    nullable: true,
    description: 'What several sources come to by the risk tree for cocoa; null where one was asked alone',
  })
  risk!: CocoaRisk | null;

  @Field(() => [EvidenceSourceType], {
    nullable: true,
    description: 'What each of several sources says by itself; null where one was asked alone',
  })
  sources!: EvidenceSourceType[] | null;

  @Field(() => EvidencePixels, { nullable: true, description: 'Null where gap says why' })
  pixels!: WindowPixels | null;

  @Field(() => EvidenceGapEnum, { nullable: true, description: 'Why there are no pixels; null when there are' })
  gap!: EvidenceGap | null;
}
