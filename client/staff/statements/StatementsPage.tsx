import { useLocation } from 'react-router-dom';
import { OneStatementPage } from './OneStatementPage.tsx';
import { statementAt } from './statementAddress.ts';
import { StatementsOverviewPage } from './StatementsOverviewPage.tsx';

/** The overview of statements, or the page of one. */
export default function StatementsPage() {
  const id = statementAt(useLocation().pathname);
  return id === null ? <StatementsOverviewPage /> : <OneStatementPage key={id} id={id} />;
}
