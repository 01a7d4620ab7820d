/** The first step, counted from 0, with an invalid field; null if there is none. */
export function firstWrongStep(steps: readonly (readonly string[])[], wrong: readonly string[]): number | null {
  const first = steps.findIndex((fields) => fields.some((field) => wrong.includes(field)));
  return first === -1 ? null : first;
}
