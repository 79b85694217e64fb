/** `token=...`, `token: ...` and `"token":"..."` within a text, with the value in quotes whole. */
const NAMED =
  /(?<![\w.-])([\w.-]{2,80})(\\{0,8}["']?\]?\s?(?:=|:(?!\/\/))\s?)(?:(\\{0,8}["'])([^\r\n]*?)(?<!\\)\3|([^&\s"'<>;,#=:\\]+))/g

/** A header whose value goes on to the end of its line, spaces and signs included. */
const HEADER = /(?<![\w-])((?:proxy-)?authorization|(?:set-)?cookie)(\s?:\s?)([^\r\n"'<>\\]+)/gi

/** An option of a command, such as `--token ...`. */
const OPTION = /(?<=^|\s)(--?)([\w-]{2,80})(\s+)([^\s-]\S*)/g

/** A field of a form in parts, with the first line of its value; the counts keep the pattern linear. */
const PART =
  /(content-disposition:[^\r\n]{0,200}?\bname="([\w.-]{2,80})"[^\r\n]{0,200}(?:\r?\n[^\r\n]{1,200}){0,4}\r?\n\r?\n)([^\r\n]+)/gi

/** An element of XML with a text in it; what was masked already looks like one. */
const ELEMENT = /(<(?!redacted[ >])(?:[\w.-]+:)?([\w.-]{2,80})(?:\s[^<>]*)?>(?:\s*<!\[CDATA\[)?)([^<>\]]+)/g

/** A text with each value replaced that stands behind a name in it: a query, a form, settings, a command, headers, XML, parts. */
export function namedTextsMasked(
  text: string,
  isSecret: (name: string, value: string) => boolean,
  mask: () => string,
): string {
  return text
    .replace(ELEMENT, (whole, tag: string, name: string, value: string) => {
      const shown = value.trim()
      return shown !== '' && isSecret(name, shown) ? tag + value.replace(shown, mask) : whole
    })
    .replace(PART, (whole, head: string, name: string, value: string) =>
      isSecret(name, value) ? head + mask() : whole,
    )
    .replace(OPTION, (whole, dashes: string, name: string, space: string, value: string) =>
      isSecret(name, value) ? dashes + name + space + mask() : whole,
    )
    .replace(HEADER, (whole, name: string, sign: string, value: string) =>
      isSecret(name, value) ? name + sign + mask() : whole,
    )
    .replace(NAMED, (whole, name: string, sign: string, quote = '', quoted?: string, bare?: string) => {
      const value = quoted ?? bare ?? ''
      return value !== '' && isSecret(name, value) ? name + sign + quote + mask() + quote : whole
    })
}
