import type { Phrases } from '../phrases.ts'
import { checkUrlStatus } from './check-url-status.ts'
import { databaseQuery } from './database-query.ts'
import { dnsLookup } from './dns-lookup.ts'
import { encodeUrl } from './encode-url.ts'
import { extractDomain } from './extract-domain.ts'
import { extractLinks } from './extract-links.ts'
import { generateUrl } from './generate-url.ts'
import { httpRequest } from './http-request.ts'
import { ipGeolocation } from './ip-geolocation.ts'
import { knowledgeBaseQuery } from './knowledge-base-query.ts'
import { lookupEntity } from './lookup-entity.ts'
import { parseHtml } from './parse-html.ts'
import { rssFeedParse } from './rss-feed-parse.ts'
import { webPageFetch } from './web-page-fetch.ts'
import { webSearch } from './web-search.ts'

export const informationRetrieval: readonly Phrases[] = [
  checkUrlStatus,
  databaseQuery,
  dnsLookup,
  encodeUrl,
  extractDomain,
  extractLinks,
  generateUrl,
  httpRequest,
  ipGeolocation,
  knowledgeBaseQuery,
  lookupEntity,
  parseHtml,
  rssFeedParse,
  webPageFetch,
  webSearch,
]
