import { z } from 'zod';

/** Asks for just this text, trimmed, before what cannot be undone. @param differs what is said of another one */
export function typedConfirmation(text: string, differs: string) {
  return z.object({
    typed: z
      .string()
      .trim()
      .refine((typed) => typed !== '' && typed === text.trim(), differs),
  });
}
