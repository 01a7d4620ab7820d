import { z } from 'zod';

/**
 * Schema that accepts only this text, trimmed, to confirm an action that cannot be undone.
 * @param differs message for any other text
 */
export function typedConfirmation(text: string, differs: string) {
  return z.object({
    typed: z
      .string()
      .trim()
      .refine((typed) => typed !== '' && typed === text.trim(), differs),
  });
}
