import type { Rng } from '../../../shared/rng.ts'
import { drawDate } from '../draws.ts'
import datedPaths from '../words/dated-paths.json' with { type: 'json' }
import fileParts from '../words/file-parts.json' with { type: 'json' }
import htmlPages from '../words/html-pages.json' with { type: 'json' }
import numberedPaths from '../words/numbered-paths.json' with { type: 'json' }
import recordingParts from '../words/recording-parts.json' with { type: 'json' }
import urlParts from '../words/url-parts.json' with { type: 'json' }
import workTitles from '../words/work-titles.json' with { type: 'json' }
import { DOMAINS } from './lists.ts'
import { drawMessage } from './texts.ts'

/** Full path of a text file that no fresh world holds. */
export const drawPath = (rng: Rng): string =>
  `${rng.pick(fileParts.folders)}/${rng.pick(fileParts.stems)}-${rng.int(11, 960)}.${rng.pick(fileParts.endings)}`

/** Key of a memory that no fresh world holds, such as `ferry_decision_2031`. */
export const drawKey = (rng: Rng): string =>
  `${rng.pick(fileParts.owners)}_${rng.pick(fileParts.matters)}_${rng.int(2027, 2049)}`

export const TAGS: readonly string[] = fileParts.tags

/** Path of a file that is not there yet, with a date in its name; a text file unless told otherwise. */
export const drawDatedPath = (rng: Rng, suffix = 'txt'): string =>
  `${rng.pick(datedPaths.folders)}/${rng.pick(datedPaths.stems)}-${drawDate(rng, 2030, 2034)}.${suffix}`

/** Path of a text file that is not there yet; some 200,000 different ones. */
export const drawNumberedPath = (rng: Rng): string =>
  `/${rng.pick(numberedPaths.folders)}/${rng.pick(numberedPaths.stems)}-${rng.int(101, 999)}.${rng.pick(['txt', 'md'])}`

/** Host of a site without subdomain, such as `heronpress.example`; 384 of them. */
export const drawDomain = (rng: Rng): string =>
  `${rng.pick(urlParts.first)}${rng.pick(urlParts.second)}.example`

export const drawHost = (rng: Rng): string => `${rng.pick(urlParts.subdomains)}.${drawDomain(rng)}`

/** Path of a page, such as `/guides/rye-bread`. */
export const drawPagePath = (rng: Rng): string =>
  `/${rng.pick(urlParts.sections)}/${rng.pick(urlParts.pages)}`

/** Address of a page on a site that nobody runs. */
export const drawUrl = (rng: Rng): string => `https://${drawHost(rng)}${drawPagePath(rng)}`

/** Query of an address, of one or two parameters, without question mark. */
export function drawUrlQuery(rng: Rng): string {
  const page = `${rng.pick(['page', 'year', 'shelf', 'track'])}=${rng.int(2, 960)}`
  return rng.int(0, 1) === 0 ? page : `${page}&${rng.pick(urlParts.settings)}`
}

/** Path or web address of a sound recording. */
export function drawRecording(rng: Rng): string {
  const kind = rng.pick(recordingParts.kinds)
  const file = `${rng.pick(recordingParts.places)}-${kind}-${rng.int(2, 480)}.${rng.pick(recordingParts.endings)}`
  return rng.pick([
    file,
    `/recordings/${file}`,
    `/audio/${kind}s/${file}`,
    `https://media.${rng.pick(DOMAINS)}/${file}`,
  ])
}

/** Title of a book or an essay without punctuation, its words capitalised but for small ones; 336 of them. */
export const drawWorkTitle = (rng: Rng): string =>
  `${rng.pick(workTitles.openings)} ${rng.pick(workTitles.subjects)}`

/** Title of a part of a series, such as `Notes on Rye Bread, Volume 12`. */
export const drawVolumeTitle = (rng: Rng): string =>
  `${drawWorkTitle(rng)}, ${rng.pick(['Part', 'Volume', 'Chapter', 'Issue'])} ${rng.int(2, 90)}`

/** A small page in HTML on one line with title, heading, one paragraph or two and one to four links. */
export function drawHtmlPage(rng: Rng): string {
  const paragraphs = Array.from({ length: rng.int(1, 2) }, () => `<p>${drawMessage(rng)}</p>`)
  const links = rng
    .sample(htmlPages.labels, rng.int(1, 4))
    .map((label) => `<li><a href='${drawUrl(rng)}'>${label}</a></li>`)
  const aside = rng.int(0, 1) === 0 ? '' : rng.pick(htmlPages.asides)
  const head = `<head><title>${drawWorkTitle(rng)}</title></head>`
  const heading = `<h1>${rng.pick(['News', 'Welcome', 'Notices', 'About us', 'This week'])}</h1>`
  return `<html>${head}<body>${aside}${heading}${paragraphs.join('')}<ul>${links.join('')}</ul></body></html>`
}

/** A text or a piece of HTML with two to four different web addresses. */
export function drawLinkedContent(rng: Rng): string {
  const count = rng.int(2, 4)
  const urls = new Set<string>()
  while (urls.size < count) urls.add(drawUrl(rng))
  const labels = rng.sample(htmlPages.labels, count)
  const introduction = rng.pick(htmlPages.introductions)
  const entries = [...urls].map((url, i) => [url, labels[i]] as const)
  if (rng.int(0, 1) === 0) {
    return `${introduction}: ${entries.map(([url, label]) => `${label} at ${url}`).join(', ')}.`
  }
  return `<p>${introduction}</p><ul>${entries.map(([url, label]) => `<li><a href='${url}'>${label}</a></li>`).join('')}</ul>`
}
