import { Box, chakra } from '@chakra-ui/react';
import { Badge } from '../../design/Badge.tsx';
import { useVerifyWords } from '../../words/verifyWords.ts';

/** The producer's certifications, as claimed. */
export function Certifications({ names }: { names: readonly string[] }) {
  const { say } = useVerifyWords();
  return (
    <Box mt="4" pt="4" borderTopWidth="1px" borderColor="line" fontSize="sm">
      <chakra.h3 fontWeight="600" mb="1.5">
        {say('forest.certifications')}
      </chakra.h3>
      {names.length === 0 ? (
        say('forest.noCertifications')
      ) : (
        <>
          <chakra.ul listStyleType="none" display="flex" flexWrap="wrap" gap="1.5">
            {names.map((name) => (
              <li key={name}>
                <Badge>{name}</Badge>
              </li>
            ))}
          </chakra.ul>
          <Box mt="2" color="fg.muted">
            {say('forest.stated')}
          </Box>
        </>
      )}
    </Box>
  );
}
