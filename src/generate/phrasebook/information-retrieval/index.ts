import { checkUrlStatus } from '../../../simulators/information-retrieval/check-url-status/phrases.ts'
import { databaseQuery } from '../../../simulators/information-retrieval/database-query/phrases.ts'
import { dnsLookup } from '../../../simulators/information-retrieval/dns-lookup/phrases.ts'
import { encodeUrl } from '../../../simulators/information-retrieval/encode-url/phrases.ts'
import { extractDomain } from '../../../simulators/information-retrieval/extract-domain/phrases.ts'
import { extractLinks } from '../../../simulators/information-retrieval/extract-links/phrases.ts'
import { generateUrl } from '../../../simulators/information-retrieval/generate-url/phrases.ts'
import { httpRequest } from '../../../simulators/information-retrieval/http-request/phrases.ts'
import { ipGeolocation } from '../../../simulators/information-retrieval/ip-geolocation/phrases.ts'
import { knowledgeBaseQuery } from '../../../simulators/information-retrieval/knowledge-base-query/phrases.ts'
import { lookupEntity } from '../../../simulators/information-retrieval/lookup-entity/phrases.ts'
import { parseHtml } from '../../../simulators/information-retrieval/parse-html/phrases.ts'
import { rssFeedParse } from '../../../simulators/information-retrieval/rss-feed-parse/phrases.ts'
import { webPageFetch } from '../../../simulators/information-retrieval/web-page-fetch/phrases.ts'
import { webSearch } from '../../../simulators/information-retrieval/web-search/phrases.ts'
import type { Phrases } from '../phrases.ts'

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
