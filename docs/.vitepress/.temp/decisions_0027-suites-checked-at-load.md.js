import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Suites are held against schemas when they load","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0027-suites-checked-at-load.md","filePath":"decisions/0027-suites-checked-at-load.md"}');
const _sfc_main = { name: "decisions/0027-suites-checked-at-load.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="suites-are-held-against-schemas-when-they-load" tabindex="-1">Suites are held against schemas when they load <a class="header-anchor" href="#suites-are-held-against-schemas-when-they-load" aria-label="Permalink to &quot;Suites are held against schemas when they load&quot;">​</a></h1><p>A task that names a parameter which its tool does not have, or binds from a place where nothing is, can never be solved, and read as an agent that fails. Such a line is an error now, with its place and the name that was probably meant, before any case runs.</p><ul><li><strong>Rows in the published form</strong> (the trace as JSON text) are taken as they are: some of them cannot be solved, and the published figures are made of them.</li><li><strong>Levels</strong> are an error only where the graph cannot be of the level. A plain sequence may be called L3 here, as published rows are; the rule <code>asked</code> of the audit is stricter.</li><li><strong>Tools that check their arguments themselves</strong> (<code>checks: &#39;own&#39;</code>, as synthetic ones do) are not asked: their schema is there for models to read.</li><li><strong><code>never</code> and <code>within</code></strong> are graded, so they enter the task&#39;s key. Each broken limit weighs as much as an unneeded write. A figure that is not known, such as the tokens of an agent that does not state them, counts as exceeded: a limit that nothing checks would be green for ever. Calibration and audit leave the limits out, since their agents make reads that a task need not allow.</li><li><strong>A line that is skipped</strong>, by <code>skip</code> or by a hook, is a case that was skipped: the ledger counts it as gone.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0027-suites-checked-at-load.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0027SuitesCheckedAtLoad = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0027SuitesCheckedAtLoad as default
};
