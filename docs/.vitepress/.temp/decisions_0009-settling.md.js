import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Settling is asked for","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0009-settling.md","filePath":"decisions/0009-settling.md"}');
const _sfc_main = { name: "decisions/0009-settling.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="settling-is-asked-for" tabindex="-1">Settling is asked for <a class="header-anchor" href="#settling-is-asked-for" aria-label="Permalink to &quot;Settling is asked for&quot;">​</a></h1><p>An ambiguous value, right but also in the prompt, in another result or of under 10 bits, counts as grounded until other worlds settle it. Settling runs the agent again, which costs money with a real model, so the plugin does it only with <code>settle: true</code>, and <code>settle()</code> is there for code.</p><p>A value that the expected trace gives alike in eight further worlds is recomputable. Nothing is run for it. Where the agent does not get to the step in the other world, nothing is known, and the leaf stays ambiguous rather than becoming wrong: a flaky agent must not lose by luck what it earned.</p><p>Leaves of arguments are settled, the final answer is not.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0009-settling.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0009Settling = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0009Settling as default
};
