import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"What synthetic tools say of one thing comes from one place","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0038-things-synthetic-tools-share.md","filePath":"decisions/0038-things-synthetic-tools-share.md"}');
const _sfc_main = { name: "decisions/0038-things-synthetic-tools-share.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="what-synthetic-tools-say-of-one-thing-comes-from-one-place" tabindex="-1">What synthetic tools say of one thing comes from one place <a class="header-anchor" href="#what-synthetic-tools-say-of-one-thing-comes-from-one-place" aria-label="Permalink to &quot;What synthetic tools say of one thing comes from one place&quot;">​</a></h1><p>Each synthetic tool used to answer for itself: an id that one handed out was unknown to the next, a list showed ids of nothing, and a deletion deleted nothing. Only a handler written by a model, or two certain cases, worked on records.</p><p>Now kinds of things are told by names of tools, parameters and outputs, and a toolkit is completed with handlers, records and rules of existence before anything is simulated, validated or audited.</p><ul><li><strong>One mechanism.</strong> What is inferred becomes the same handlers and collections that a specification can give, so that snapshots, forks, the end state of environments and the audit&#39;s checks hold for it without a second store. The entity store of imported tools (decision 29) draws the things; it does not keep them.</li><li><strong>A kind is closed only where a tool makes, lists or removes it and another takes it.</strong> Then an unknown id is refused by all. Elsewhere nothing is concluded: the published environments name an inspector that their state does not have.</li><li><strong>Ids have to fit every tool that takes them.</strong> Where a rule about their form refuses the drawn ones the kind is left open, since a refusal of what the simulator itself handed out would be worse.</li><li><strong>Recorded calls win.</strong> What they show of a thing is what the thing is; a recorded creation is that of the thing that comes into being.</li><li><strong>What an optional argument would have said stays empty.</strong> A description that nobody gave would be a lie of the simulator.</li><li><strong><code>deduced</code> is said only of given state.</strong> What follows from drawn things is marked <code>synthetic</code>, for it is made up, though it holds together.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0038-things-synthetic-tools-share.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0038ThingsSyntheticToolsShare = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0038ThingsSyntheticToolsShare as default
};
