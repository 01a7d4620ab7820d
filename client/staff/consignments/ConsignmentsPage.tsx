import { useLocation } from 'react-router-dom';
import { consignmentAt } from './consignmentAddress.ts';
import { ConsignmentListPage } from './ConsignmentListPage.tsx';
import { OneConsignmentPage } from './OneConsignmentPage.tsx';

/** The list of consignments, or the page of one. */
export default function ConsignmentsPage() {
  const id = consignmentAt(useLocation().pathname);
  return id === null ? <ConsignmentListPage /> : <OneConsignmentPage key={id} id={id} />;
}
