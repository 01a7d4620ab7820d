import { Field, Float, Int, ObjectType } from 'type-graphql';
import { DateTime } from '../graphql/scalars.ts';

@ObjectType({ description: 'A lot that changed lately' })
export class Activity {
  @Field(() => String)
  lotId!: string;

  @Field(() => String, { nullable: true })
  farmerName!: string | null;

  @Field(() => String)
  deforestationStatus!: string;

  @Field(() => DateTime)
  timestamp!: string;
}

@ObjectType()
export class DashboardStats {
  @Field(() => Int)
  totalLots!: number;

  @Field(() => Int)
  compliantLots!: number;

  @Field(() => Float, { nullable: true, description: '%, one decimal; null without lots' })
  complianceRate!: number | null;

  @Field(() => Float, { nullable: true, description: '0-100, one decimal; null when no lot is graded' })
  averageQuality!: number | null;

  @Field(() => Int, { description: 'Open alerts of high severity' })
  highAlerts!: number;

  @Field(() => [Activity])
  recentActivity!: Activity[];
}

@ObjectType()
export class PartHealth {
  @Field(() => String, { description: "'ok', 'degraded' or 'error'" })
  status!: string;

  @Field(() => String, { nullable: true })
  message?: string | null;
}

@ObjectType()
export class Health {
  @Field(() => String, { description: "'ok' or 'error'" })
  status!: string;

  @Field(() => PartHealth)
  database!: PartHealth;

  @Field(() => PartHealth)
  ledger!: PartHealth;

  @Field(() => PartHealth)
  satellite!: PartHealth;

  @Field(() => PartHealth)
  queue!: PartHealth;

  @Field(() => String)
  version!: string;

  @Field(() => Int)
  uptimeSeconds!: number;

  @Field(() => Boolean, { description: 'Satellite results come from sample data' })
  sampleSatelliteData!: boolean;
}
