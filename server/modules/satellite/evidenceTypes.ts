import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import type { EvidenceGap, WindowPixels } from '../../domain/forest/evidencePicture.ts';
import type { CheckConclusion } from '../../domain/forest/forest.ts';
import type { CocoaRisk } from '../../domain/forest/convergence.ts';
import type { BaselineMessages, SourceAnswer } from '../../domain/forest/forestSources.ts';
import { LotPlotType } from '../farms/plotTypes.ts';
import { MessageType } from '../../platform/graphql/messageType.ts';
import { PaginationObject } from '../../platform/graphql/pagination.ts';
import { DateTime } from '../../platform/graphql/scalars.ts';
import type { LotCheckView, LotChecksPage } from './lotChecks.ts';
import type { LossPlace, LotEvidenceView } from './lotEvidence.ts';
import { enumOf } from '../../platform/graphql/enums.ts';

const CheckConclusionEnum = enumOf<CheckConclusion>('CheckConclusion', 'What a satellite check came to', {
  clear: 'The whole window was readable, and nothing was lost after 31 December 2020',
  loss: 'Tree cover was lost after 31 December 2020',
  inconclusive: 'Nothing can be concluded; never to be taken for clear',
});
const CocoaRiskEnum = enumOf<CocoaRisk>('CocoaRisk', 'What several sources come to by the risk tree for cocoa', {
  low: 'No tree cover in 2020, and no disturbance since',
  high: 'Disturbance after 31 December 2020',
  more_information: 'More information is needed: trees stood in 2020 or it is not known, and no disturbance was seen',
});
const EvidenceGapEnum = enumOf<EvidenceGap>('EvidenceGap', 'Why there are no pixels', {
  nothing_read: 'The check could read nothing',
  erased: 'They were erased with the place',
  too_large: 'There are more than an answer takes',
  differs: 'They, or the record of the lot, are not what the ledger holds, so that they are not shown',
});

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

  @Field(() => MessageType, { nullable: true, description: 'Why it could not conclude' })
  reason!: MessageType | null;
}

@ObjectType('ForestBaseline', {
  description: 'What a map of forest in 2020 has of the land. It decides nothing of a status',
})
export class ForestBaselineType implements BaselineMessages {
  @Field(() => String, { description: 'Name of the dataset' })
  dataset!: string;

  @Field(() => String, { description: 'Its version' })
  datasetVersion!: string;

  @Field(() => Float, { description: 'How much of the land was forest, percent to one decimal' })
  forestPercent!: number;
}

@ObjectType({ description: 'A pixel in which trees were lost after 31 December 2020' })
export class EvidenceLossPixel implements LossPlace {
  @Field(() => Float, { description: 'Of its middle, degrees WGS 84' })
  latitude!: number;

  @Field(() => Float, { description: 'Of its middle, degrees WGS 84' })
  longitude!: number;

  @Field(() => Int, { description: 'In which they were lost' })
  year!: number;
}

@ObjectType('LotEvidence', {
  description:
    'A satellite check of a lot and what it read, as it was stored. All of it is null, but gap, where the record of the lot ' +
    'differs from the ledger',
})
export class LotEvidenceType implements Omit<LotEvidenceView, 'plots'> {
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

  @Field(() => ForestBaselineType, {
    nullable: true,
    description: 'What a map of forest in 2020 has of the land; null where none was asked, or it has not all of it',
  })
  baseline!: BaselineMessages | null;

  @Field(() => [EvidenceSourceType], {
    nullable: true,
    description: 'What each of several sources says by itself; null where one was asked alone',
  })
  sources!: EvidenceSourceType[] | null;

  @Field(() => [LotPlotType], {
    nullable: true,
    description: 'The plots that were read, as they were; null of a lot without plots, and once erased',
  })
  plots!: LotPlotType[] | null;

  @Field(() => [EvidenceLossPixel], {
    nullable: true,
    description: 'Where trees were lost after 31 December 2020, on all plots; at most 1,024 of the pixels',
  })
  lossPixels!: LossPlace[] | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'Which of plots window and pixels are of, from 1; null of a lot without plots, and where nothing was read',
  })
  plotShown!: number | null;

  @Field(() => Float, { nullable: true, description: 'Side of one pixel, degrees' })
  pixelDegrees!: number | null;

  @Field(() => EvidencePixels, { nullable: true, description: 'Null where gap says why' })
  pixels!: WindowPixels | null;

  @Field(() => EvidenceGapEnum, { nullable: true, description: 'Why there are no pixels; null when there are' })
  gap!: EvidenceGap | null;
}

@ObjectType({ description: 'One of the satellite checks of a lot' })
export class LotCheck implements LotCheckView {
  @Field(() => ID, { description: 'UUID' })
  id!: string;

  @Field(() => DateTime, { description: 'When it ended' })
  checkedAt!: string;

  @Field(() => CheckConclusionEnum, { description: 'What it came to' })
  conclusion!: CheckConclusion;

  @Field(() => String, { description: "Where it was read: 'hansen', 'gfw', 'hansen+gfw' or 'sample'" })
  driver!: string;

  @Field(() => Boolean, { description: 'The data is made up for demonstration' })
  sample!: boolean;

  @Field(() => String, { nullable: true, description: 'Name of the dataset; null when nothing was read' })
  dataset!: string | null;

  @Field(() => String, { nullable: true, description: 'Its version' })
  datasetVersion!: string | null;

  @Field(() => Int, { description: 'Pixels that were read' })
  pixels!: number;

  @Field(() => Int, { description: 'Of these, with tree cover loss after 31 December 2020' })
  lossPixelsAfterCutoff!: number;

  @Field(() => [Int], { description: 'Years of that loss' })
  lossYears!: number[];

  @Field(() => MessageType, { nullable: true, description: 'Why it could not conclude' })
  reason!: MessageType | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'It read the land that the lot is from now; null once that was erased',
  })
  sameLand!: boolean | null;
}

@ObjectType({ description: 'One page of the satellite checks of a lot' })
export class LotCheckPage implements LotChecksPage {
  @Field(() => [LotCheck], { description: 'Newest first' })
  checks!: LotCheck[];

  @Field(() => Boolean, { description: 'The record of the lot differs from the ledger: nothing of its checks is told' })
  differs!: boolean;

  @Field(() => PaginationObject, { description: 'Where the page stands' })
  pagination!: PaginationObject;
}
