import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"A recording answers as the API did, and asks where it must not decide","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0031-record-and-draft.md","filePath":"decisions/0031-record-and-draft.md"}');
const _sfc_main = { name: "decisions/0031-record-and-draft.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="a-recording-answers-as-the-api-did-and-asks-where-it-must-not-decide" tabindex="-1">A recording answers as the API did, and asks where it must not decide <a class="header-anchor" href="#a-recording-answers-as-the-api-did-and-asks-where-it-must-not-decide" aria-label="Permalink to &quot;A recording answers as the API did, and asks where it must not decide&quot;">​</a></h1><p>A team has an agent and an API before it has a task. One run of the agent holds a task: what was asked, which calls were made and where their values came from.</p><ul><li><strong>One file beside the suite holds the answers</strong>, a call a line, so that it is reviewed like any snapshot. It is served like simulators are, so that worlds, forks, settling and the gate go on working. Answers are kept as text: world 0 gives the bytes that came.</li><li><strong>Other worlds exchange values both ways.</strong> A recording that only replays would solve the task for an agent that remembers. Only what flows is exchanged; figures and dates keep their rank, since an agent that picks the latest order has to pick the same one.</li><li><strong>A question makes the line a <code>todo</code>.</strong> It is a field that the loader, Vitest and reviewers know. A list in a file of its own would be overlooked, and the task be graded as it is.</li><li><strong>The agent runs in Vitest</strong>, as it will when it is tested: its TypeScript, aliases, setup files and the closed network are those of the tests.</li><li><strong>A 404 names the nearest call without its values</strong>: an agent that guesses is not told what would have been right.</li><li><strong>A selection is not guessed.</strong> <code>reground</code> reads a value as the largest of several where it was; one run shows no such rule, and ranks that are kept make the plain binding right.</li><li><strong>Two prompts whose answers contradict each other are not put into one recording</strong>: nothing in a call says which of the two is meant.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0031-record-and-draft.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0031RecordAndDraft = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0031RecordAndDraft as default
};
