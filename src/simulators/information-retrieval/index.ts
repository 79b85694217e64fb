import type { Simulator } from '../define-simulator.ts'
import { checkUrlStatus } from './check-url-status/simulator.ts'
import { databaseQuery } from './database-query/simulator.ts'
import { dnsLookup } from './dns-lookup/simulator.ts'
import { encodeUrl } from './encode-url/simulator.ts'
import { extractDomain } from './extract-domain/simulator.ts'
import { extractLinks } from './extract-links/simulator.ts'
import { generateUrl } from './generate-url/simulator.ts'
import { httpRequest } from './http-request/simulator.ts'
import { ipGeolocation } from './ip-geolocation/simulator.ts'
import { knowledgeBaseQuery } from './knowledge-base-query/simulator.ts'
import { lookupEntity } from './lookup-entity/simulator.ts'
import { parseHtml } from './parse-html/simulator.ts'
import { rssFeedParse } from './rss-feed-parse/simulator.ts'
import { webPageFetch } from './web-page-fetch/simulator.ts'
import { webSearch } from './web-search/simulator.ts'

export const informationRetrieval: Simulator[] = [
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
