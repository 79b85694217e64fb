import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Synthetic tools are simulators","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0017-synthetic-tools-are-simulators.md","filePath":"decisions/0017-synthetic-tools-are-simulators.md"}');
const _sfc_main = { name: "decisions/0017-synthetic-tools-are-simulators.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="synthetic-tools-are-simulators" tabindex="-1">Synthetic tools are simulators <a class="header-anchor" href="#synthetic-tools-are-simulators" aria-label="Permalink to &quot;Synthetic tools are simulators&quot;">​</a></h1><p>A tool that exists only as a specification could be simulated apart: with its own environment, its own wire and its own judging, as the paper does. Then nothing that this package does for real tools (worlds that fork, traces, lineage, audit, gate) would hold for them.</p><p>So a toolkit (tools, state, known calls, one file) becomes ordinary simulators. The suites that <code>synth tasks</code> writes are ordinary suites, audited by the same rules and run by the same plugin; an environment hands its agent ordinary tools and one more, <code>submit_attempt</code>; its causal verifier is the causal scorer on the attempt&#39;s fork, with the end state compared on top.</p><p>What follows from that:</p><ul><li>A simulator answers synchronously. What a chat model makes up cannot be served over the wire; it is kept in the toolkit as known calls (<code>synth simulate --keep</code>) and replayed.</li><li>A specification&#39;s own checks answer in place of ajv (<code>checks: &#39;own&#39;</code>), so that a refusal has the tool&#39;s own message and the code of the first failed check.</li><li>How a tool acts on the state (<code>handler</code>) is asked of the model once the state exists, in <code>synth tasks</code>, and is believed only when the stated call gives the stated result. Where nobody wrote one, it is told by the names of tools and of what they take and give (decision 38); everything else is made up by shape, and marked so.</li><li>Figures of the state that nothing else refers to differ from world to world; the rest is the same at every seed, because a state that contradicts itself would be worse than one that can be remembered.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0017-synthetic-tools-are-simulators.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0017SyntheticToolsAreSimulators = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0017SyntheticToolsAreSimulators as default
};
