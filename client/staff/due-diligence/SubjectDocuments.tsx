import { useQuery } from '@apollo/client/react';
import { Box, chakra, Flex } from '@chakra-ui/react';
import { Download, Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import type { DocumentSubject } from '../../../server/domain/due-diligence/documentClasses.ts';
import { Button, IconButton } from '../../design/Button.tsx';
import { Delayed } from '../../design/Loading.tsx';
import { DetailSkeleton } from '../../design/Skeletons.tsx';
import { TextLink } from '../../design/TextLink.tsx';
import { DueDiligenceDocumentsDocument, type DocumentPartsFragment } from '../../graphql/generated.ts';
import { useDueDiligenceWords, type DueDiligenceWords } from '../../words/dueDiligenceWords.ts';
import { LoadFailure } from '../admin-shared/Retry.tsx';
import { FileThumbnail, isPicture } from '../files/FileThumbnail.tsx';
import { useDownload } from '../lot/useDownload.ts';
import { useMay } from '../session/SessionProvider.tsx';
import { AddDocumentDialog } from './AddDocumentDialog.tsx';
import { DUE_DILIGENCE_PATH } from './dueDiligenceAddress.ts';

/** Number of documents shown; the page of due diligence has all. */
const SHOWN = 6;

interface SubjectDocumentsProps {
  subjectKind: Extract<DocumentSubject, 'farm' | 'lot'>;
  /** farm id or lot id */
  subject: string;
}

/** Documents and photos about one farm or lot, and a form for another one. */
export default function SubjectDocuments({ subjectKind, subject }: SubjectDocumentsProps) {
  const { say } = useDueDiligenceWords();
  const title = useId();
  const adds = useMay('manage_due_diligence');
  const [adding, setAdding] = useState(false);
  const [added, setAdded] = useState<string | null>(null);
  const { data, error, refetch } = useQuery(DueDiligenceDocumentsDocument, {
    variables: { page: 1, limit: SHOWN, documentClass: null, subjectKind, subject, expiring: false },
    fetchPolicy: 'cache-and-network',
  });
  const found = data?.dueDiligenceDocuments;
  return (
    <chakra.section
      aria-labelledby={title}
      bg="bg.raised"
      borderWidth="1px"
      borderColor="line"
      borderRadius="panel"
      p={{ base: '4', md: '5' }}
      minW="0"
    >
      <Box display="flex" flexWrap="wrap" alignItems="center" justifyContent="space-between" gap="3" mb="3">
        <chakra.h3 id={title} fontSize="md" fontWeight="600">
          {say('subjectDocs.title')}
        </chakra.h3>
        {adds && (
          <Button variant="secondary" size="sm" onClick={() => setAdding(true)}>
            <Plus aria-hidden />
            {say('docs.add')}
          </Button>
        )}
      </Box>
      {found === undefined && error !== undefined && (
        <LoadFailure title={say('docs.failed')} error={error} onRetry={refetch} />
      )}
      {found === undefined && error === undefined && (
        <Delayed label={say('docs.loading')}>
          <DetailSkeleton rows={2} />
        </Delayed>
      )}
      {found?.documents.length === 0 && (
        <Box fontSize="sm" color="fg.muted">
          {say('docs.none')}
        </Box>
      )}
      {found !== undefined && found.documents.length > 0 && (
        <chakra.ul
          aria-label={say('docs.list')}
          listStyleType="none"
          display="grid"
          gap="3"
          alignItems="start"
          gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }}
        >
          {found.documents.map((document) => (
            <DocumentLine key={document.id} document={document} />
          ))}
        </chakra.ul>
      )}
      {found !== undefined && found.pagination.total > SHOWN && (
        <Box mt="3" fontSize="sm">
          <TextLink asChild>
            <Link to={`${DUE_DILIGENCE_PATH}?${new URLSearchParams({ subjectKind, subject })}`}>
              {say('subjectDocs.all', { count: found.pagination.total })}
            </Link>
          </TextLink>
        </Box>
      )}
      <Box aria-live="polite" mt={added === null ? '0' : '3'} fontSize="sm" overflowWrap="anywhere">
        {added !== null && say('docForm.added', { title: added })}
      </Box>
      <AddDocumentDialog
        open={adding}
        documentClass={null}
        subjectKind={subjectKind}
        subject={subject}
        onClose={() => setAdding(false)}
        onDone={(done) => {
          setAdding(false);
          setAdded(done);
          refetch().catch(() => undefined);
        }}
      />
    </chakra.section>
  );
}

/** A document. Each read of a file is audited, so a photo is loaded only when a person presses its thumbnail. */
function DocumentLine({ document }: { document: DocumentPartsFragment }) {
  const words = useDueDiligenceWords();
  const { say } = words;
  const { busy, download } = useDownload();
  const picture = useId();
  const [shown, setShown] = useState(false);
  const base = `/due-diligence/documents/${document.id}`;
  const name = document.title || say('docs.untitled');
  const thumbnail = (
    <FileThumbnail
      path={document.hasThumbnail ? `${base}/thumbnail` : null}
      mediaType={document.mediaType}
      alt={name}
    />
  );
  return (
    <chakra.li minW="0">
      <Flex gap="3" align="center">
        {isPicture(document) ? (
          <chakra.button
            type="button"
            aria-label={say('subjectDocs.show', { title: name })}
            title={say('subjectDocs.show', { title: name })}
            aria-expanded={shown}
            aria-controls={shown ? picture : undefined}
            flexShrink="0"
            cursor="pointer"
            borderRadius="control"
            _hover={{ filter: 'brightness(0.93)' }}
            onClick={() => setShown(!shown)}
          >
            {thumbnail}
          </chakra.button>
        ) : (
          thumbnail
        )}
        <Box flex="1" minW="0" overflowWrap="anywhere" fontSize="sm">
          <Box fontWeight="500">{name}</Box>
          <Box color="fg.muted">{say(`class.${document.documentClass}`)}</Box>
          {document.photo !== null && (
            <Box color="fg.muted" fontVariantNumeric="tabular-nums">
              {takenText(words, document.photo)}
            </Box>
          )}
        </Box>
        <IconButton
          label={say('subjectDocs.download', { title: name })}
          icon={<Download />}
          disabled={busy}
          onClick={() => download(`${base}/file`, document.name)}
        />
      </Flex>
      {shown && (
        <Box id={picture} mt="2">
          <FileThumbnail large path={`${base}/file`} mediaType={document.mediaType} alt={name} />
        </Box>
      )}
    </chakra.li>
  );
}

/** When and where a photo was taken: by the clock of the camera, which no time zone moves. */
function takenText(
  { say, formatDate, formatCoordinates }: DueDiligenceWords,
  { latitude, longitude, takenAt }: NonNullable<DocumentPartsFragment['photo']>,
): string {
  const place = formatCoordinates(latitude, longitude);
  if (takenAt === null) return say('subjectDocs.takenIn', { place });
  const when = `${formatDate(takenAt.slice(0, 10))}, ${takenAt.slice(11, 16)}`;
  return latitude === null ? say('subjectDocs.taken', { when }) : say('subjectDocs.takenAt', { when, place });
}
