import { useEffect, useLayoutEffect, useRef, useState } from 'react';

const REST_MS = 300;

export interface DebouncedField {
  /** what the field shows */
  text: string;
  /** takes what was typed, and tells it once the keys rest */
  type: (text: string) => void;
  /** tells what is there, or another text, at once */
  tell: (text?: string) => void;
}

/**
 * What is typed into a field whose value stands elsewhere, as in the address: the field holds it by itself, so that nothing else is drawn
 * at each key and no answer to an earlier key takes the place of a later one.
 * @param value what stands there; another one than was told, as Back brings, is shown
 */
export function useDebouncedField(value: string, onTell: (text: string) => void): DebouncedField {
  const [text, setText] = useState(value);
  const [told, setTold] = useState(value);
  const [seen, setSeen] = useState(value);
  if (seen !== value) {
    setSeen(value);
    // What was told comes back while the next key may be pressed already.
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
