/** The first step, counted from 0, that holds a field which cannot be taken; null when none does. */
export function firstWrongStep(steps: readonly (readonly string[])[], wrong: readonly string[]): number | null {
  const first = steps.findIndex((fields) => fields.some((field) => wrong.includes(field)));
  return first === -1 ? null : first;
}
