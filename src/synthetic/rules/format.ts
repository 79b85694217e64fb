import type { Format } from '../tool-spec/rule.ts'
import type { SpecParameter } from '../tool-spec/tool-spec.ts'
import { bindRule, isTextual } from './bind-rule.ts'
import type { Recogniser, RuleBody } from './sentence.ts'
import { stemsOf } from './words.ts'

interface Sign {
  format: Format
  /** What a sentence says of such a text. */
  said: RegExp
  /** One of the words in the name of a parameter that holds such a text. */
  names: readonly string[]
}

const SIGNS: readonly Sign[] = [
  {
    format: 'date-time',
    said: /\bvalid date-?time (?:format|strings?|values?)\b|\bISO[- ]?8601\b(?! duration)|\bISO (?:date|date-?time|timestamp)?\s?(?:format|strings?)\b|\bISO (?:date|date-?time)s?\b|\bYYYY-MM-DD\b/i,
    names: 'date time timestamp start end at deadline from to since until day birth'.split(' '),
  },
  {
    format: 'email',
    said: /\b(?:valid|standard|proper(?:ly formatted)?) e-?mails?\b|\be-?mail (?:address(?:es)? )?(?:format|must be valid)|must be (?:an? )?valid e-?mail/i,
    names: ['email', 'mail'],
  },
  {
    format: 'url',
    said: /\b(?:valid|properly formatted|well-formed) (?:[A-Z/]+ (?:or HTTPS )?|web |absolute |full )?URLs?\b|\bURLs? (?:must be valid|format)\b/i,
    names: ['url', 'uri', 'link', 'website', 'webhook', 'endpoint'],
  },
  {
    format: 'json',
    said: /\b(?:valid|properly formatted|well-formed) JSON\b|\bJSON (?:string|text|object) (?:with|of|containing)\b/i,
    names: [],
  },
  { format: 'ip', said: /\bvalid IP\b|\bIPv4 or IPv6\b|\bvalid IPv4\b/i, names: ['ip'] },
  { format: 'timezone', said: /\bIANA\b/, names: ['timezone', 'zone', 'tz'] },
  { format: 'currency', said: /\bISO 4217\b/i, names: ['currency'] },
  {
    format: 'country',
    said: /\bISO 3166(?:-1)?(?: alpha-2)?\b|\b(?:two|2)-letter (?:ISO )?country/i,
    names: ['country'],
  },
]

/** A second kind of text is allowed as well, or the sentence gives only an example. */
const LOOSE =
  /\bor (?:an? )?(?:file|path|XML|YAML|CSV|plain|text|username|local|relative|URL|id|phone|IP range|CIDR|name|recogni[sz]\w+|'|")|\b(?:XML|YAML|CSV),? or\b|\b(?:URLs?|paths?|JSON|addresses) or\b(?! HTTPS)|\/(?:file )?path|\bor (?:time|duration|relative)|e\.g|such as|\blike\b/i

const nameFits = ({ name }: SpecParameter, { names }: Sign): boolean =>
  names.length === 0 || stemsOf(name).some((word) => names.includes(word))

/** Subjects that mean all dates of the tool. */
const ALL_DATES =
  /^(?:(?:all|both|the|any|each|use|provide|date|time|timestamp|datetime|dates|times|timestamps|parameters?|fields?|values?|strings?|formats?|and|must|be|in|valid|invalid|bad|wrong|incorrect|malformed|inconsistent|error|should|-)\b[\s,:-]*)*$/i

function bound(
  sign: Sign,
  clause: string,
  at: number,
  title: string,
  parameters: readonly SpecParameter[],
): SpecParameter[] {
  const accepts = (one: SpecParameter): boolean => isTextual(one) && nameFits(one, sign)
  const subject = clause.slice(0, at)
  if (sign.format === 'date-time' && ALL_DATES.test(subject) && ALL_DATES.test(title)) {
    const dates = parameters.filter(
      (one) =>
        accepts(one) &&
        // A "time" may be how long something takes; its description tells.
        (/(?:date|timestamp|datetime|_at)s?$/.test(one.name) ||
          (/_times?$/.test(one.name) && /\bISO\b|date|\btime\b/i.test(one.description))),
    )
    return dates.length === 1 || /s\b/.test(subject.replace(/\W+$/, ''))
      ? dates
      : bindRule(clause, title, parameters, accepts)
  }
  const named = bindRule(subject, '', parameters, accepts)
  if (named.length > 0) return named
  const behind = bindRule(clause.slice(at), '', parameters, accepts)
  return behind.length > 0 ? behind : bindRule('', title, parameters, accepts)
}

const formatBody =
  (format: Format) =>
  ({ name }: SpecParameter): RuleBody => ({ kind: 'format', parameter: name, format })

function formats(
  clause: string,
  title: string,
  own: SpecParameter | undefined,
  parameters: readonly SpecParameter[],
): RuleBody[] {
  return SIGNS.flatMap((sign) => {
    const at = clause.search(sign.said)
    if (at < 0 || LOOSE.test(clause)) return []
    if (own === undefined)
      return bound(sign, clause, at, title, parameters)
        .filter((one) => !LOOSE.test(one.description))
        .map(formatBody(sign.format))
    return isTextual(own) && nameFits(own, sign) ? [formatBody(sign.format)(own)] : []
  })
}

/** Formats that are known by name: ISO 8601, e-mail, URL, JSON, IP, time zone, currency, country. */
export const formatRule: Recogniser = ({ source, clauses, title, parameter }, { parameters }) =>
  source === 'usage' ? [] : clauses.flatMap((clause) => formats(clause, title, parameter, parameters))
