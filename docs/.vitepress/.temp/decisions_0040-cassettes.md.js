import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"What is replayed is what was meant","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0040-cassettes.md","filePath":"decisions/0040-cassettes.md"}');
const _sfc_main = { name: "decisions/0040-cassettes.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="what-is-replayed-is-what-was-meant" tabindex="-1">What is replayed is what was meant <a class="header-anchor" href="#what-is-replayed-is-what-was-meant" aria-label="Permalink to &quot;What is replayed is what was meant&quot;">​</a></h1><p>A cassette that wants the same bytes breaks at the first time stamp; one that looks for something similar replays the answer to another question. nock&#39;s recordings and Polly&#39;s do the first and write keys to disk, others do the second. Ours compare by meaning, field by field, and what does not count is a short list.</p><ul><li><strong>A miss is no failure of the agent, and no pass.</strong> The attempt errors and the run exits with 2, since the recording says nothing of what the agent would have done. It is ended at once: an agent that tries again would only wait. <code>auto</code> records instead, but not in CI, where what is missing was forgotten in a commit; snapshots do the same.</li><li><strong>Dates count unless they are the time of writing.</strong> Masking every date would let a prompt about another day replay the answer of the first. So a date stands for &quot;now&quot; only near the recording&#39;s day and, in the new request, near today&#39;s. A day is kept with each attempt for that.</li><li><strong>Ids count where tools see them.</strong> Ids of calls and messages are numbered by their order in the conversation&#39;s own fields. Arguments, results and schemas are compared as they are.</li><li><strong>Keyed by attempt and seed, with worlds counted from zero.</strong> Elsewhere the number of an attempt goes on from the ledger, so that no value is remembered; a replay needs the worlds that were recorded. A flip is repeated from any recording at its seed.</li><li><strong>The guard helps.</strong> An allowed host is a host that msw may not see: own clients, threads and children go through the gateway while cassettes are on, and the cassette&#39;s own requests pass by a mark in the async context.</li><li><strong>Names of fields mask nothing in what models say.</strong> A tool may take a <code>password</code> that the task gave; masked, its replay would be another trace. Shapes, credentials that were sent, and the user&#39;s patterns are masked, and a stream&#39;s texts are put together to find what is spread over events.</li><li><strong>A file a task, folded.</strong> Conversations are sent whole with each turn; unfolded, files grow with the square of the turns, and a changed system prompt is changed in each.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0040-cassettes.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0040Cassettes = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0040Cassettes as default
};
