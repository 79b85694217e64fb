import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"How the rules of the audit were read","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0012-readings-of-the-audit.md","filePath":"decisions/0012-readings-of-the-audit.md"}');
const _sfc_main = { name: "decisions/0012-readings-of-the-audit.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="how-the-rules-of-the-audit-were-read" tabindex="-1">How the rules of the audit were read <a class="header-anchor" href="#how-the-rules-of-the-audit-were-read" aria-label="Permalink to &quot;How the rules of the audit were read&quot;">​</a></h1><p><a href="./../docs/generate.html#audit">The rules</a> leave open what happens where worlds differ or searches grow. These readings were chosen:</p><ul><li><code>known</code> draws arguments from known values whose semantic type fits, in rounds, one more than there are steps. A search that stays within 500 calls makes every such call. Beyond that it looks for <em>plans</em>: sequences that leave the right results of other steps at hand and add at most one call, up to 20,000 calls. Over that the verdict is <code>undecided</code>, which fails.</li><li>A value counts as known only through what the step under test keeps secret: an output that is the same in every world without that step&#39;s draws proves nothing. The closure compares worlds in which only those draws differ.</li><li>A stand-in or another plan has to give the value in every world that is looked at, or it is chance.</li><li><code>unique</code> passes over plans that give a stated argument another value, since they contradict the prompt, and looks at steps whose consumers take 10 bits or more.</li><li><code>discriminating</code>: a value also stands in a second place where a longer text of a result holds it, provided that the consumer is a text or the answer, for an agent might pass the longer text on. What a step was itself given and says back does not count.</li><li><code>calibration</code> asks of <code>scrambled</code> only where values change with the world: a chain that computes with what the prompt states is the same everywhere.</li><li>An empty list or text carries no bits.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0012-readings-of-the-audit.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0012ReadingsOfTheAudit = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0012ReadingsOfTheAudit as default
};
