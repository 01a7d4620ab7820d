import { sqlView } from '../../platform/database/sqlView.ts';

/** From which origin lots derived lots come; origin lots have no rows. */
export const LOT_ORIGINS = sqlView('lot_origin', ['lot_id', 'origin_id', 'share', 'depth']);
/** Which derived lots stand between a derived lot and its origins. */
export const LOT_ANCESTORS = sqlView('lot_ancestor', ['lot_id', 'ancestor_id', 'share', 'depth']);
