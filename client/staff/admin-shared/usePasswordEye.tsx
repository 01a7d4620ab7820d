import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../design/Button.tsx';
import { useStaffWords } from '../../words/staffWords.ts';

/** Toggle that shows the typed password; spread the result over the control. */
export function usePasswordEye() {
  const { say } = useStaffWords();
  const [shown, setShown] = useState(false);
  return {
    type: shown ? 'text' : 'password',
    spellCheck: false,
    autoCapitalize: 'none',
    end: (
      <IconButton
        label={say(shown ? 'login.hidePassword' : 'login.showPassword')}
        icon={shown ? <EyeOff /> : <Eye />}
        onClick={() => setShown(!shown)}
      />
    ),
  } as const;
}
