/** The JSON text of an object with one member more, whose value is JSON text already. @param object has at least one member */
export function jsonWith(object: object, name: string, json: string): string {
  return `${JSON.stringify(object).slice(0, -1)},${JSON.stringify(name)}:${json}}`;
}
