/** A user name made of a person's name: 'Vera Müller' is 'vera.muller'; empty where too little of it can be typed everywhere. */
export function suggestedName(name: string): string {
  const plain = name
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '.')
    .replaceAll(/^\.+|\.+$/g, '')
    .slice(0, 40);
  return plain.length < 3 ? '' : plain;
}
