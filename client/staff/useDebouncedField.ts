import { useEffect, useLayoutEffect, useRef, useState } from 'react';

const REST_MS = 300;

export interface DebouncedField {
  /** text shown in the field */
  text: string;
  /** accepts typed text and reports it after a pause */
  type: (text: string) => void;
  /** reports the current or the given text at once */
  tell: (text?: string) => void;
}

/**
 * A text field whose value is stored elsewhere, such as in the address. Local state avoids rendering everything at each
 * key, and keeps a late response to an earlier key from overwriting later input.
 * @param value the stored value; a change from outside, such as Back, replaces the text
 */
export function useDebouncedField(value: string, onTell: (text: string) => void): DebouncedField {
  const [text, setText] = useState(value);
  const [told, setTold] = useState(value);
  const [seen, setSeen] = useState(value);
  if (seen !== value) {
    setSeen(value);
    // The reported value may come back after further typing; ignore it then.
    if (value !== told) {
      setTold(value);
      setText(value);
    }
  }
  const latest = useRef({ told, onTell });
  useLayoutEffect(() => {
    latest.current = { told, onTell };
  });
  useEffect(() => {
    if (text === told) return;
    const timer = setTimeout(() => {
      setTold(text);
      latest.current.onTell(text);
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [text, told]);
  const tell = (now = text): void => {
    setText(now);
    if (now === latest.current.told) return;
    setTold(now);
    latest.current.onTell(now);
  };
  return { text, type: setText, tell };
}
