import { AlertEntity } from '../../modules/alerts/alert.ts';
import { LotEntity } from '../../modules/lots/lot.ts';
import { UserEntity } from '../../modules/identity/user.ts';

/** Entities of the unit of work; all other tables are written and read as plain rows. */
export const entities = [UserEntity, LotEntity, AlertEntity];
