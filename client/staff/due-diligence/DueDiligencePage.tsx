import { Box, Tabs } from '@chakra-ui/react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Banner } from '../../design/Banner.tsx';
import { Page } from '../../design/Page.tsx';
import { scrollCue } from '../../design/scroll/scrollCue.ts';
import { useDueDiligenceWords } from '../../words/dueDiligenceWords.ts';
import { useMay } from '../session/SessionProvider.tsx';
import { AssessmentsSection } from './AssessmentsSection.tsx';
import { ConcernsSection } from './ConcernsSection.tsx';
import { CountriesSection } from './CountriesSection.tsx';
import { DocumentsSection } from './DocumentsSection.tsx';
import { DUE_DILIGENCE_SECTIONS, dueDiligenceAddressOf, dueDiligenceParams } from './dueDiligenceAddress.ts';
import type { DueDiligenceSectionProps } from './dueDiligenceSection.ts';
import { MeasuresSection } from './MeasuresSection.tsx';

const cue = scrollCue();

/** Documents, countries, assessments, measures and concerns. A farmer sees the documents of the own farm alone. */
export default function DueDiligencePage() {
  const { say } = useDueDiligenceWords();
  const [params, setParams] = useSearchParams();
  const address = dueDiligenceAddressOf(params);
  const [done, setDone] = useState<string | null>(null);
  const seesAll = useMay('view_all_lots');
  const section = seesAll ? address.section : 'documents';
  const props: DueDiligenceSectionProps = {
    address,
    onShow: (change) => setParams(dueDiligenceParams({ ...address, page: 1, ...change }), { replace: true }),
    onDone: setDone,
  };
  return (
    <Page title={say('dueDiligence.title')}>
      <Banner tone="sky" title={say('dueDiligence.differenceTitle')}>
        {say('dueDiligence.difference')}
      </Banner>
      {done !== null && (
        <Banner tone="leaf" onDismiss={() => setDone(null)}>
          {done}
        </Banner>
      )}
      {seesAll ? (
        <Tabs.Root
          lazyMount
          unmountOnExit
          value={section}
          onValueChange={({ value }) => {
            setDone(null);
            setParams(
              dueDiligenceParams({ section: DUE_DILIGENCE_SECTIONS.find((one) => one === value) ?? 'documents' }),
            );
          }}
        >
          <Box className="scroll-frame" position="relative" mb="5">
            <Tabs.List ref={cue} aria-label={say('dueDiligence.sections')} overflowX="auto">
              {DUE_DILIGENCE_SECTIONS.map((id) => (
                <Tabs.Trigger key={id} value={id} whiteSpace="nowrap" flexShrink="0">
                  {say(`dueDiligence.section.${id}`)}
                </Tabs.Trigger>
              ))}
            </Tabs.List>
          </Box>
          <Tabs.Content value="documents">
            <DocumentsSection {...props} />
          </Tabs.Content>
          <Tabs.Content value="countries">
            <CountriesSection />
          </Tabs.Content>
          <Tabs.Content value="assessments">
            <AssessmentsSection {...props} />
          </Tabs.Content>
          <Tabs.Content value="measures">
            <MeasuresSection {...props} />
          </Tabs.Content>
          <Tabs.Content value="concerns">
            <ConcernsSection {...props} />
          </Tabs.Content>
        </Tabs.Root>
      ) : (
        <DocumentsSection {...props} />
      )}
    </Page>
  );
}
