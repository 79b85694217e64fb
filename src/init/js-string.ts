/** A text as a literal of JavaScript, in single quotes; names of packages and files may hold any character. */
export const jsString = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll("'", "\\'").replaceAll('\\"', '"')}'`
