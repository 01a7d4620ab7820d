import { AlertEntity } from '../../modules/alerts/alert.ts';
import { LotEntity } from '../../modules/lots/lot.ts';
import { UserEntity } from '../../modules/identity/user.ts';

/** What is written through the unit of work; everything else is inserted or read as plain rows. */
export const entities = [UserEntity, LotEntity, AlertEntity];
