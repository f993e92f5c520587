from ex import *
from mix import Model
def mk(th,margin,kmed):
    def dens(self,z,H,c,views,base=Model.densities0):
        P=self.P; Ds0={}
        # site experts
        sv=self.sv; self.sv=None; _,Ds=base(self,z,H,c,views); self.sv=sv
        zh=z[H]; pc=exp(Ds['cent']); b=self.mu[:,H]; gv=self.gv[:,H]
        resid=(zh-pc@b).mean(); self.soS=P['forget']*self.soS+resid*len(H); self.swS=P['forget']*self.swS+len(H); o=self.soS/self.swS
        self.os.append(o)
        o2=o*max(1-(th/o)**2,0) if o!=0 else 0.0
        Ds['gp']=norm_log(self.student('gp',zh-o2,b,c[H],margin**2,gv))
        z2=z-o2
        if kmed: Ds['kde']=norm_log(self.kde(z2,H))
        else: Ds['kde']=norm_log(kde2(self,z2,H))
        return None,{k:v for k,v in Ds.items() if k!='cent'}
    return dens
def kde2(self,z,H):
    xy,Mn,K,V=self.sv
    if not hasattr(self,'ksurv'): self.kde(z,H)
    S=np.where(np.isnan(Mn),-97.0,Mn); q=np.where(np.isnan(z),-97.0,z); U=~(np.isnan(Mn)&np.isnan(z)[None])
    dd=np.clip(q[None]-S,-15,15); l=-0.5*(dd**2*U).sum(1)/49; l-=l.max(); return log(self.ksm@exp(0.5*l)+1e-12)*2
Model.densities0=Model.densities
_reset=Model.reset
def reset(self): _reset(self); self.os=[]
Model.reset=reset
